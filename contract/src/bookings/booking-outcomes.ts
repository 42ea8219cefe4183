import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { lead, moveLeadBody } from '#contract/leads/leads.ts';
import { customerCallingLevels } from '#contract/levels.ts';
import { instant } from '#contract/text/dates.ts';
import { idParams } from '#contract/text/text.ts';
import { bookingOutcomes } from './booking.ts';

/** The outcomes that people set. */
const setOutcomes = z.enum(['expected', 'arrived', 'didNotCome']);

const setBookingOutcomeBody = z
  .strictObject({
    outcome: setOutcomes,
    move: moveLeadBody.omit({ version: true }).optional(),
    version: z.int().min(1).optional(),
  })
  .refine(({ move, version }) => !move || version !== undefined, {
    path: ['version'],
    message: messages.required,
  });
/** The outcome to set; `expected` takes an outcome back. `move` also changes the lead, as `moveLead` does, and needs the `version` that was seen. */
export type SetBookingOutcomeBody = z.infer<typeof setBookingOutcomeBody>;

const outcomeChange = z.object({ lead, outcome: z.enum(bookingOutcomes), before: setOutcomes });
/** A lead with the outcome that its booking has now. `before`: what had been said of the booking, to which undoing goes back. */
export type BookingOutcomeChange = z.infer<typeof outcomeChange>;

/** Sets whether the customer of a booked lead came, or takes that back, and may change the lead's status with it. */
export const setBookingOutcome = endpoint({
  method: 'PATCH',
  path: '/serviceCenter/bookings/outcome/:id',
  summary:
    'Say of a booked lead, on its day or afterwards, that the customer arrived or did not come, or take that back; with what comes next of the lead',
  tag: 'Bookings',
  changes: ['leads', 'panels'],
  who: customerCallingLevels,
  params: idParams,
  body: setBookingOutcomeBody,
  reply: outcomeChange,
  refusals: [404, 409],
});

/** Sets whether a car that has arrived is ready to collect. */
export const setBookingReady = endpoint({
  method: 'PATCH',
  path: '/serviceCenter/bookings/ready/:id',
  summary: 'Say of a car that has arrived that it is ready to collect, or take that back',
  tag: 'Bookings',
  changes: ['leads', 'panels'],
  who: customerCallingLevels,
  params: idParams,
  body: z.strictObject({ isReady: z.boolean() }),
  reply: z.object({ readyAt: instant.nullable() }),
  refusals: [404, 409],
});
