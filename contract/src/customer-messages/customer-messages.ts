import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { pagingParams } from '#contract/call/paging.ts';
import { messageStates } from '#contract/intake/whatsapp.ts';
import { customerCallingLevels, managementLevels } from '#contract/levels.ts';
import { messageLanguages } from '#contract/message-texts.ts';
import { serviceCenterName } from '#contract/people.ts';
import { instant } from '#contract/text/dates.ts';
import { id, idParams } from '#contract/text/text.ts';
import { customerMessageLists } from './message-lists.ts';

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

const listedMessage = customerMessage.extend({
  lead: z.object({ _id: id, name: z.string(), phone: z.string() }),
  serviceCenter: serviceCenterName,
});
export type ListedCustomerMessage = z.infer<typeof listedMessage>;

/** `total` counts up to 1,000; `isTotalCapped` says that there are more. */
export const listCustomerMessages = endpoint({
  method: 'GET',
  path: '/management/customerMessages',
  summary:
    'Messages to customers that wait, that failed or that have ended, newest first; waiting ones by when they are due',
  tag: 'Customer messages',
  reads: 'customerMessages',
  who: managementLevels,
  query: z.object({ ...pagingParams, list: z.enum(customerMessageLists).default('waiting') }),
  reply: z.object({
    messages: z.array(listedMessage),
    totalPages: z.int(),
    total: z.int(),
    isTotalCapped: z.boolean(),
    failed: z.int(),
  }),
});

export const retryCustomerMessage = endpoint({
  method: 'POST',
  path: '/management/customerMessages/:id/retry',
  summary:
    'Try a failed message again, as it is true now; 409 for one that did not fail or that may have been sent',
  tag: 'Customer messages',
  changes: ['customerMessages', 'panels'],
  who: managementLevels,
  params: idParams,
  body: z.strictObject({}),
  reply: listedMessage,
  refusals: [404, 409],
});

const stopped = z.array(z.enum(customerMessageKinds)).max(customerMessageKinds.length);

export const setStoppedMessages = endpoint({
  method: 'PATCH',
  path: '/serviceCenter/customerMessages/stopped/:id',
  summary: 'Set which kinds of messages the customer of a lead does not want; STOP by the customer sets all',
  tag: 'Customer messages',
  changes: ['panels', 'customerMessages'],
  who: customerCallingLevels,
  params: idParams,
  body: z.strictObject({ stopped }),
  reply: z.object({ stopped }),
  refusals: [404, 409],
});
