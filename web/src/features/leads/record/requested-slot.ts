import type { Lead } from '#contract/leads/leads.ts';
import { dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';

/** The day and, if given, the time at which a customer would like to come; nothing is booked yet. */
export type RequestedSlot = { date: string; time: string | null };

export type RequestedSlotFields = Pick<Lead, 'isDayBooked' | 'appointmentDate' | 'appointmentTime'>;

/** @returns when the customer would like to come; undefined for a day for which the lead has been booked, or a moment that has passed. */
export function getRequestedSlot(
  lead: RequestedSlotFields,
  now: Date,
  timeZone: string,
): RequestedSlot | undefined {
  const { isDayBooked, appointmentDate: date, appointmentTime: time } = lead;
  if (isDayBooked || !date) return undefined;
  const isAhead = time
    ? instantInTimeZone(timeZone, date, time) > now
    : date >= dateInTimeZone(timeZone, now);
  return isAhead ? { date, time } : undefined;
}
