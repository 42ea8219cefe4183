import { hasAppointment } from '#contract/leads/lead-status.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { dateIn, instantIn } from '#contract/text/dates.ts';

/** A day (`YYYY-MM-DD`) and, if one is known, a time (`HH:MM`). */
export type Slot = { date: string; time: string | null };

export type SlotFields = Pick<Lead, 'status' | 'appointmentDate' | 'appointmentTime'>;

/** @returns when the customer would like to come; undefined once the lead has an appointment or that moment has passed. */
export function requestedSlot(lead: SlotFields, now: Date, timeZone: string): Slot | undefined {
  const { status, appointmentDate: date, appointmentTime: time } = lead;
  if (hasAppointment(status) || !date) return undefined;
  const isAhead = time ? instantIn(timeZone, date, time) > now : date >= dateIn(timeZone, now);
  return isAhead ? { date, time } : undefined;
}
