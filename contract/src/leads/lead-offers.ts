import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { leadWriterLevels } from '#contract/levels.ts';
import { person } from '#contract/people.ts';
import { instant } from '#contract/text/dates.ts';
import { id, idParams } from '#contract/text/text.ts';
import { offeredFields } from './differing-fields.ts';

/** Their author can undo declining an offer for this long. */
export const undoDecliningMinutes = 60;

const offerField = z.enum(offeredFields);

/**
 * Says what a further enquiry said instead of a field of its open lead: the newest one that nobody has dealt with. `enquiry` is the
 * delivery that said it, at `at`. `value` is as calls take it, for an appointment its day and time; `name` is the name of a service or
 * campaign.
 */
export const leadOffer = z.object({
  enquiry: id,
  field: offerField,
  value: z.string(),
  name: z.string().nullable(),
  at: instant,
});
export type LeadOffer = z.infer<typeof leadOffer>;

/** An offer that was put away: the lead keeps its own value. Undone, it stays recorded with `undoneAt` and is offered again. */
export const declinedOffer = z.object({
  _id: id,
  enquiry: id,
  field: offerField,
  by: person,
  createdAt: instant,
  undoneAt: instant.nullable(),
});
export type DeclinedOffer = z.infer<typeof declinedOffer>;

/** Keeps a lead's own value of a field, so that what a further enquiry said is no longer offered. */
export const declineOffer = endpoint({
  method: 'PATCH',
  path: '/serviceCenter/manageLeads/offers/decline/:id',
  summary:
    'Keep what a lead says in a field instead of what a further enquiry says, which is then offered to nobody; for the service level only while the dealer allows corrections, except for an appointment',
  tag: 'Leads',
  changes: ['panels'],
  who: leadWriterLevels,
  params: idParams,
  body: z.strictObject({ enquiry: id, field: offerField }),
  reply: declinedOffer,
  refusals: [404],
});

/** Takes back the caller's own declining of an offer within an hour, so that it is offered again. */
export const restoreOffer = endpoint({
  method: 'PATCH',
  path: '/serviceCenter/manageLeads/offers/restore/:id',
  summary: 'Take back one’s own declining of an offer within an hour: it is offered again',
  tag: 'Leads',
  changes: ['panels'],
  who: leadWriterLevels,
  params: idParams,
  reply: declinedOffer,
  refusals: [404],
});
