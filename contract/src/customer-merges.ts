import { z } from 'zod';
import { endpoint } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { instant } from '#contract/text/dates.ts';
import { id, idParams, optionalEmail, requiredText } from '#contract/text/text.ts';
import { mergeLimits, textLength } from './business.ts';
import { customer, customerDetails } from './customers.ts';
import { managementLevels } from './levels.ts';
import { person } from './people.ts';

const several = <T extends z.ZodType>(one: T) =>
  z.array(one).min(2, messages.mergeTwo).max(mergeLimits.customers);

const oneId = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Two or more ids, separated by commas. */
const joinedIds = z.stringFormat(
  'ids',
  new RegExp(`^${oneId}(,${oneId}){1,${mergeLimits.customers - 1}}$`, 'i'),
);

const comparedCustomer = customer.extend({
  version: z.int(),
  leads: z.int(),
  openLeads: z.int(),
  orders: z.int(),
  addresses: z.int(),
  createdAt: instant,
  lastLeadAt: instant.nullable(),
});
/**
 * A customer beside others with whom they may be merged. `version`: for the merge, which is refused if it has changed since. Archived
 * leads are counted too.
 */
export type ComparedCustomer = z.infer<typeof comparedCustomer>;

const mergePreview = z.object({
  customers: z.array(comparedCustomer),
  proposed: z.object({ keep: id, name: id, email: id }),
});
/** The customers that may be merged, and `proposed`: the ids of the one to keep and of those whose name and email to take. */
export type CustomerMergePreview = z.infer<typeof mergePreview>;

const mergeCustomersBody = z.strictObject({
  customers: several(z.strictObject({ _id: id, version: z.int().min(1) })),
  keep: id,
  name: requiredText(textLength.name, messages.nameRequired),
  email: optionalEmail,
});
/**
 * The customers to merge, each with the version that was seen. `keep`: whose number becomes the main one; it stays, with `name` and
 * `email`, and the others are merged into it.
 */
export type MergeCustomersBody = z.infer<typeof mergeCustomersBody>;

const mergedCustomer = z.object({ _id: id, name: z.string(), mobile: z.string() });

const customerMerge = z.object({
  _id: id,
  at: instant,
  by: person,
  customers: z.array(mergedCustomer),
  undoUntil: instant.nullable(),
});
/** A merge of customers that was done. `customers`: those that were merged into the kept one; `undoUntil`: null once it cannot be undone any more. */
export type CustomerMerge = z.infer<typeof customerMerge>;

const undoneMerge = z.object({
  customer: customerDetails,
  customers: z.array(mergedCustomer),
  stayed: z.object({ fields: z.array(z.enum(['name', 'email'])), addresses: z.int() }),
  leads: z.int(),
});
/**
 * The result of undoing a merge of customers. `customers`: those that are back. What came after the merge: `stayed` names fields and
 * counts addresses that stay with the one that was kept; `leads` counts those that were recorded since under a number that left, and went
 * with it.
 */
export type UndoneCustomerMerge = z.infer<typeof undoneMerge>;

/** Returns customers side by side with a proposal of what to keep; nothing is merged. */
export const previewCustomerMerge = endpoint({
  method: 'GET',
  path: '/management/customers/merges/preview',
  summary:
    'Customers side by side, their ids joined by commas, and what is proposed to keep of each; 409 with the kept one if one is merged already',
  tag: 'Customers',
  reads: 'customers',
  who: managementLevels,
  query: z.object({ customers: joinedIds }),
  reply: mergePreview,
  refusals: [404, 409],
});

/** Merges customers into one of them, with their leads, addresses and numbers. */
export const mergeCustomers = endpoint({
  method: 'POST',
  path: '/management/customers/merges',
  summary:
    'Merge customers into one of them, with their leads, addresses and numbers; 409 when one has changed, is gone or merged already',
  tag: 'Customers',
  changes: ['customers', 'leads', 'panels', 'duplicates'],
  who: managementLevels,
  body: mergeCustomersBody,
  reply: z.object({ merge: customerMerge, customer: customerDetails }),
  status: 201,
  refusals: [409],
});

/** Undoes a merge of customers within 24 hours; the id is that of the merge. */
export const undoCustomerMerge = endpoint({
  method: 'POST',
  path: '/management/customers/merges/:id/undo',
  summary: 'Undo a merge within 24 hours: each customer is as before; what came later stays, and is named',
  tag: 'Customers',
  changes: ['customers', 'leads', 'panels', 'duplicates'],
  who: managementLevels,
  params: idParams,
  reply: undoneMerge,
  refusals: [404, 409],
});

/** Lists the newest 20 merges into a customer that were not undone. */
export const listCustomerMerges = endpoint({
  method: 'GET',
  path: '/management/customers/:id/merges',
  summary: 'The newest 20 merges that a customer came of, without those that were undone',
  tag: 'Customers',
  reads: 'customers',
  who: managementLevels,
  params: idParams,
  reply: z.object({ merges: z.array(customerMerge) }),
  refusals: [404, 409],
});
