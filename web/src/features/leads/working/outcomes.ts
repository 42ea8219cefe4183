import { maxDaysAhead, maxFollowUps } from '#contract/business.ts';
import type { ContactOutcome, LogContactBody } from '#contract/contacts.ts';
import { decideMove, type LeadProgress, type LeadProgressChange } from '#contract/leads/lead-status.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { addDays, calendarDate, dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';
import type { outcomeKeys } from '#web/features/leads/contact/outcome-keys.ts';
import { firstCallTime } from '#web/features/leads/contact/try-again.ts';

/** The outcomes of a lead that is worked; an attempt asks when to try again. */
export type WorkOutcome = keyof typeof outcomeKeys;

/** The outcomes with a form of their own, in which a day, time or reason is entered. */
export type FormOutcome = Exclude<WorkOutcome, 'wrongNumber' | 'reminded'>;

/** The outcomes that ask something before they are logged. */
export type AskingOutcome = FormOutcome | 'wrongNumber' | 'didNotCome';

/** The form of an outcome as it is typed. */
export type TypedOutcome = { date: string; time: string; text: string; note: string };

export const emptyTypedOutcome: TypedOutcome = { date: '', time: '', text: '', note: '' };

/** Tells whether an outcome is an attempt that did not reach anything, so that it asks when to try again. */
export const isAttemptOutcome = (outcome: WorkOutcome) =>
  outcome === 'noAnswer' || outcome === 'busy' || outcome === 'callLater';

/** Tells whether one more follow-up makes a lead lost. */
export function isLastFollowUp({ status, followUpCount }: LeadProgress): boolean {
  return status === 'potential' && followUpCount + 1 >= maxFollowUps;
}

/** Tells whether an outcome moves the booking that a lead already has. */
export function isReschedule({ status }: Pick<Lead, 'status'>, outcome: WorkOutcome): boolean {
  return status === 'booked' && outcome === 'booked';
}

/** @returns what a form begins with: to reschedule, the appointment that is still ahead; it stays out of other forms. */
export function getInitialTypedOutcome(
  lead: Lead,
  asked: FormOutcome | undefined,
  typed: TypedOutcome,
  today: string,
): TypedOutcome {
  const { appointmentDate, appointmentTime } = lead;
  const isAhead = lead.status === 'booked' && appointmentDate !== null && appointmentDate >= today;
  if (!isAhead) return typed;
  const present = { date: appointmentDate, time: appointmentTime ?? '' };
  const isPresent = typed.date === present.date && typed.time === present.time;
  if (asked && isReschedule(lead, asked)) return typed.date || typed.time ? typed : { ...typed, ...present };
  return isPresent ? { ...typed, date: '', time: '' } : typed;
}

type Move = NonNullable<LogContactBody['move']>;

/** Returns the change of status that an outcome brings; undefined for one that changes none, such as an attempt. */
export function toLeadChange(
  lead: Lead,
  outcome: WorkOutcome,
  { date, time, text }: TypedOutcome,
): Move | undefined {
  switch (outcome) {
    case 'followUp':
      return isLastFollowUp(lead)
        ? { followUpCount: lead.followUpCount + 1, lostReason: text.trim() || null }
        : {
            status: 'potential',
            nextFollowUpDates: date ? [...lead.nextFollowUpDates, date] : lead.nextFollowUpDates,
            ...(lead.status === 'potential' && { followUpCount: lead.followUpCount + 1 }),
          };
    case 'booked':
      return { status: 'booked', appointmentDate: date || null, appointmentTime: time || null };
    case 'completed':
      return { status: 'completed', ...(text.trim() && { jobId: text.trim() }) };
    case 'lost':
      return { status: 'lostCustomer', lostReason: text.trim() || null };
    default:
      return undefined;
  }
}

/** @returns the contract's message for the date or text that prevents a move, by the server's rules. */
export function findMoveError(
  lead: Lead,
  move: Move,
  { today, isManagement }: { today: string; isManagement: boolean },
): string | undefined {
  const change: LeadProgressChange = Object.fromEntries(
    Object.entries(move).filter(([, value]) => value !== undefined),
  );
  const farthest = addDays(today, maxDaysAhead);
  const result = decideMove(lead, change, { today, farthest, isManagement });
  return result.ok ? undefined : Object.values(result.fields)[0];
}

/** Tells whether a text is a date as `YYYY-MM-DD`. */
export const isCalendarDate = (text: string) => calendarDate.safeParse(text).success;

/** Returns the outcome of the contact that is logged: `reached` unless the outcome is an attempt or a wrong number. */
export function toContactOutcome(outcome: WorkOutcome): ContactOutcome {
  return isAttemptOutcome(outcome) || outcome === 'wrongNumber' ? (outcome as ContactOutcome) : 'reached';
}

const hour = 3_600_000;

/** Works out when a reminder comes: a day without a time means its morning or, today, in an hour. */
export function toReminderTime(date: string, time: string, now: Date, timeZone: string): Date {
  if (time === '' && date === dateInTimeZone(timeZone, now)) return new Date(now.getTime() + hour);
  return instantInTimeZone(timeZone, date, time || firstCallTime);
}

/** The days of follow-up that one key chooses, in days from today. */
export const followUpChoicesInDays = { tomorrow: 1, inThreeDays: 3, inAWeek: 7, inTwoWeeks: 14 } as const;
export type FollowUpChoice = keyof typeof followUpChoicesInDays;
