import { z } from 'zod';
import { messageStates } from '#contract/intake/whatsapp.ts';
import { messageLanguages } from '#contract/message-languages.ts';
import { instant } from '#contract/text/dates.ts';
import { id } from '#contract/text/text.ts';

/** The kinds of automatic messages about a booking, in the order in which they come. */
export const customerMessageKinds = [
  'bookingConfirmed',
  'bookingMoved',
  'bookingCancelled',
  'dayBefore',
  'readyToCollect',
  'thankYou',
] as const;
export type CustomerMessageKind = (typeof customerMessageKinds)[number];

/** The channels by which messages are sent, in the order in which they are tried. */
export const customerMessageWays = ['whatsapp', 'sms', 'email'] as const;
export type CustomerMessageWay = (typeof customerMessageWays)[number];

const customerMessageReasons = [
  'notTrueAnyMore',
  'stopped',
  'noWay',
  'dailyLimit',
  'nothingToSay',
  'templateNotApproved',
  'refused',
  'undeliverable',
  'unreachable',
  'unknown',
  'tooLate',
  'erased',
] as const;
/**
 * The reasons why a message was not sent, in this order: it is not true any more, such as after a cancellation; the customer does not want
 * it; no way reaches them; a limit of a day was reached; the lead lacks what the text needs; the template is not approved; the other side
 * refused it, does not deliver to the customer, could not be reached, or did not say whether it took it; it could not be sent in time; the
 * customer was erased.
 */
export type CustomerMessageReason = (typeof customerMessageReasons)[number];

const customerMessageStates = [...messageStates, 'skipped'] as const;
/** The states of a message: as those of WhatsApp, of which `asked` means that it was handed over without an answer yet, and `skipped`: it was not sent, and nobody has to do anything about it. */
export type CustomerMessageState = (typeof customerMessageStates)[number];

/**
 * A message of a lead. `at`: since when it is in its state; `dueAt`: when it is to be sent. `way` and `text`: null until it is decided when it
 * is due; `text` also once erased. `parts`: of an SMS. `answer`: a button or words that the customer answered with; `rating`: 1 to 5.
 * `whatsappReason`: why it did not go by WhatsApp, where that was tried or its template is not approved.
 */
export const customerMessage = z.object({
  _id: id,
  kind: z.enum(customerMessageKinds),
  way: z.enum(customerMessageWays).nullable(),
  language: z.enum(messageLanguages).nullable(),
  text: z.string().nullable(),
  state: z.enum(customerMessageStates),
  reason: z.enum(customerMessageReasons).nullable(),
  dueAt: instant,
  at: instant,
  parts: z.int().nullable(),
  answer: z.string().nullable(),
  rating: z.int().nullable(),
  whatsappReason: z.enum(customerMessageReasons).nullable(),
});
export type CustomerMessage = z.infer<typeof customerMessage>;
