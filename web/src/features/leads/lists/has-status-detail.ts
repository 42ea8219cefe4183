import type { LeadStatus } from '#contract/leads/lead-status.ts';
import type { Lead } from '#contract/leads/leads.ts';

type DetailFields = Pick<Lead, 'nextFollowUpDates' | 'appointmentDate' | 'lostReason' | 'notes'>;

/** Tells whether a lead has what the column of its status shows. */
export function hasStatusDetail(lead: DetailFields, status: LeadStatus): boolean {
  if (status === 'potential') return lead.nextFollowUpDates.length > 0;
  if (status === 'booked') return lead.appointmentDate !== null;
  return Boolean(status === 'lostCustomer' ? lead.lostReason : lead.notes);
}
