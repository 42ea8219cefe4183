import { z } from 'zod';
import { leadStatus } from '#contract/leads/leads.ts';
import { offeringType } from '#contract/offerings.ts';
import { person, serviceCenterName } from '#contract/people.ts';
import { calendarDate, instant, timeOfDay } from '#contract/text/dates.ts';
import { id } from '#contract/text/text.ts';

/** The outcomes of a booking, `expected` as long as it has none. `done` follows from a completed lead and is never set. */
export const bookingOutcomes = ['expected', 'arrived', 'didNotCome', 'done'] as const;
export type BookingOutcome = (typeof bookingOutcomes)[number];

/**
 * A booking that is current, or that was when its day came. `_id` and `version` are the lead's. `minutes`: how long its offering takes.
 * `bookedBy`: who booked the customer, not who moved the booking. `confirmedAt`: when the customer said that they come.
 */
export const booking = z.object({
  _id: id,
  version: z.int(),
  name: z.string(),
  phone: z.string(),
  vehicleNumber: z.string().nullable(),
  notes: z.string().nullable(),
  status: leadStatus,
  serviceCenter: serviceCenterName,
  serviceOrCampaign: z.object({ _id: id, name: z.string(), type: offeringType }).nullable(),
  advisor: z.nullable(person),
  bookedBy: person,
  date: calendarDate,
  time: z.nullable(timeOfDay),
  minutes: z.int().nullable(),
  outcome: z.enum(bookingOutcomes),
  confirmedAt: z.nullable(instant),
  readyAt: z.nullable(instant),
});
export type Booking = z.infer<typeof booking>;
