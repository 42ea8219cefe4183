import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { pagingParams } from '#contract/call/paging.ts';
import { customerCallingLevels, managementLevels } from '#contract/levels.ts';
import { serviceCenterName } from '#contract/people.ts';
import { id, idParams } from '#contract/text/text.ts';
import { customerMessage, customerMessageKinds } from './customer-message.ts';
import { customerMessageLists } from './message-lists.ts';

const listedMessage = customerMessage.extend({
  lead: z.object({ _id: id, name: z.string(), phone: z.string() }),
  serviceCenter: serviceCenterName,
});
/** A message as the list of all messages shows it. */
export type ListedCustomerMessage = z.infer<typeof listedMessage>;

/** Lists messages to customers. `total` counts up to 1,000, and `isTotalCapped` says that there are more; `failed` counts those that nobody has tried again. */
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

/** Tries to send a failed message again. */
export const retryCustomerMessage = endpoint({
  method: 'POST',
  path: '/management/customerMessages/:id/retry',
  summary:
    'Try a failed message again, as it is true now; 409 for one that did not fail or that may have been sent',
  tag: 'Customer messages',
  changes: ['customerMessages', 'panels', 'intake'],
  who: managementLevels,
  params: idParams,
  body: z.strictObject({}),
  reply: listedMessage,
  refusals: [404, 409],
});

const stopped = z.array(z.enum(customerMessageKinds)).max(customerMessageKinds.length);

/** Replaces the kinds of automatic messages that the customer of a lead does not want; the id is the lead's. */
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
