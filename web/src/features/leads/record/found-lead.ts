import type { FoundLead } from '#contract/leads/lead-find.ts';

type Awaited = 'tryAgain' | 'followUp' | 'appointment' | 'answer';

type Due = { what: Awaited; isLate: true } | { what: Awaited | 'new' | 'past'; isLate: false };

/** The fields of a lead that tell what is due of it. */
export type WaitingLead = Pick<
  FoundLead,
  | ('status' | 'isActive' | 'tryAgainAt' | 'nextFollowUpDates')
  | ('appointmentDate' | 'responseDueAt' | 'respondedAt')
>;

/** Returns what a lead waits for. @param now in milliseconds. @param today the dealer's. */
export function describeDue(lead: WaitingLead, now: number, today: string): Due {
  const { status, isActive, tryAgainAt, appointmentDate, responseDueAt, respondedAt } = lead;
  const followUp = lead.nextFollowUpDates.at(-1);
  if (!isActive) return { what: 'past', isLate: false };
  if (tryAgainAt) return { what: 'tryAgain', isLate: Date.parse(tryAgainAt) < now };
  if (status === 'potential' && followUp) return { what: 'followUp', isLate: followUp < today };
  if (status === 'booked' && appointmentDate) return { what: 'appointment', isLate: appointmentDate < today };
  if (status !== 'pending') return { what: 'past', isLate: false };
  if (responseDueAt && !respondedAt) return { what: 'answer', isLate: Date.parse(responseDueAt) < now };
  return { what: 'new', isLate: false };
}

const shown = 3;

/** Writes the main number, then those that were asked for, and how many there are beside them. */
export function formatPhones(phone: string, otherPhones: readonly string[]): string {
  const all = [phone, ...otherPhones];
  const rest = all.length - shown;
  return `${all.slice(0, shown).join(', ')}${rest > 0 ? ` +${rest}` : ''}`;
}
