import { z } from 'zod';
import { messageStates } from '#contract/intake/whatsapp.ts';
import { messageLanguages } from '#contract/message-languages.ts';
import { instant } from '#contract/text/dates.ts';
import { id } from '#contract/text/text.ts';

/** Messages that customers get by themselves, in the order of a booking's life. */
export const customerMessageKinds = [
  'bookingConfirmed',
  'bookingMoved',
  'bookingCancelled',
  'dayBefore',
  'readyToCollect',
  'thankYou',
] as const;
export type CustomerMessageKind = (typeof customerMessageKinds)[number];

/** How a message is sent, in the order in which the ways are tried. */
export const customerMessageWays = ['whatsapp', 'sms', 'email'] as const;
export type CustomerMessageWay = (typeof customerMessageWays)[number];

/**
 * The reasons why a message was not sent: nothing of the kind is true any more; the customer wants none; no way reaches them; a limit of a day
 * was reached; its text says nothing without what the lead lacks; the template is not approved; the other side refused it, does not deliver
 * to them, could not be reached, or did not say whether it took it; it was not possible in time; the customer was erased.
 */
export const customerMessageReasons = [
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
export type CustomerMessageReason = (typeof customerMessageReasons)[number];

/** `skipped`: it was due and not sent, which nobody has to mend. */
export const customerMessageStates = [...messageStates, 'skipped'] as const;
export type CustomerMessageState = (typeof customerMessageStates)[number];

/**
 * A message of a lead. `at`: since when it is in its state; `dueAt`: when it is to be sent. `way` and `text`: null until it is decided when it
 * is due; `text` also once erased. `parts`: of an SMS. `answer`: a button or words that the customer answered with; `rating`: 1 to 5.
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
});
export type CustomerMessage = z.infer<typeof customerMessage>;
