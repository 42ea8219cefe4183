import type { EndpointQuery } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { countPages } from '#contract/call/paging.ts';
import type {
  Customer,
  CustomerDetails,
  DecideSuggestionBody,
  EditCustomerBody,
  listCustomers as listEndpoint,
  SuggestionField,
} from '#contract/customers.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { type Db, inTransaction } from '#server/db/transaction.ts';
import { type CappedCount, getRangeFromNearerEnd, toExactCount } from '#server/lib/counted.ts';
import { conflict, notFound } from '#server/lib/refusal.ts';
import { parseTextSearch } from '#server/lib/search/text-search.ts';
import { countCustomerBookings, findCustomerBookings } from './bookings.db.ts';
import { type CustomerContact, normaliseContactText, toContactColumns } from './customer-contact.ts';
import {
  type CustomerRow,
  countCustomers,
  findCustomer,
  findCustomers,
  findMatchingCustomers,
  lockCustomer,
  updateCustomer,
} from './customers.db.ts';
import { deleteSuggestion, findWaitingSuggestions, insertDecidedSuggestion } from './suggestions.db.ts';

const mostDecided = 20;

/** Lists customers by name, without merged ones; filtered, it counts up to {@link maxCountedRows}. */
export async function listCustomers(
  { db, dealer }: ActorContext,
  { page, limit, search, suggestions }: EndpointQuery<typeof listEndpoint>,
) {
  const offset = (page - 1) * limit;
  const filter = {
    search: parseTextSearch(search ?? '', dealer.phoneCountry),
    hasSuggestion: suggestions === 'true',
  };
  if (filter.search || filter.hasSuggestion) {
    const found = await findMatchingCustomers(db, filter, limit, offset);
    return toList(found.customers, found.total, limit);
  }
  const total = await countCustomers(db);
  const customers = await findCustomers(db, getRangeFromNearerEnd(total, limit, offset));
  return toList(customers, toExactCount(total), limit);
}

function toList(customers: Customer[], { count, isCapped }: CappedCount, limit: number) {
  return {
    customers,
    totalPages: countPages(count, limit),
    totalCustomerCount: count,
    isTotalCapped: isCapped,
  };
}

/** Reads a customer with the suggestions that wait. @throws Refusal 404, 409 as {@link requireUnmergedCustomer}. */
export async function getCustomer({ db }: Context, id: string): Promise<CustomerDetails> {
  const row = await requireUnmergedCustomer(db, await findCustomer(db, id));
  const waiting = await findWaitingSuggestions(db, id);
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    mobile: row.mobile,
    otherMobiles: row.otherMobiles,
    hasSuggestion: Object.keys(waiting).length > 0,
    nameSuggestion: waiting.name ?? null,
    emailSuggestion: waiting.email ?? null,
    lastModifiedBy: row.lastModifiedBy,
  };
}

/**
 * Edits a customer; absent fields stay, and a value that is replaced is not suggested again.
 *
 * @throws Refusal 404, 409 when it has changed or is merged.
 */
export function editCustomer(
  context: ActorContext,
  id: string,
  body: EditCustomerBody,
): Promise<CustomerDetails> {
  return withCustomer(context, id, (inside, row) => replace(inside, row, body));
}

/**
 * Accepts a suggestion, or dismisses it for good.
 *
 * @throws Refusal 404, 409 with the customer when the suggestion has changed or is no longer there.
 */
export function decideCustomerSuggestion(
  context: ActorContext,
  id: string,
  { field, take, value }: DecideSuggestionBody,
): Promise<CustomerDetails> {
  return withCustomer(context, id, async (inside, row) => {
    const waiting = (await findWaitingSuggestions(inside.db, id))[field];
    if (waiting?.value !== value) throw conflict(messages.suggestionGone, await getCustomer(inside, id));
    if (take) await replace(inside, row, { [field]: value });
    else await decide(inside, row, field, value);
  });
}

function withCustomer(
  context: ActorContext,
  id: string,
  write: (inside: ActorContext, row: CustomerRow) => Promise<void>,
): Promise<CustomerDetails> {
  return inTransaction(context, async (inside) => {
    const row = await requireUnmergedCustomer(inside.db, await lockCustomer(inside.db, id));
    await write(inside, row);
    return getCustomer(inside, id);
  });
}

async function replace(
  context: ActorContext,
  row: CustomerRow,
  changes: Partial<CustomerContact>,
): Promise<void> {
  const { name = row.name, email = row.email } = changes;
  if (row.name === name && row.email === email) return;
  for (const [field, before, after] of [
    ['name', row.name, name],
    ['email', row.email, email],
  ] as const) {
    if (before === after) continue;
    if (after)
      await deleteSuggestion(context.db, { customerId: row.id, field, key: normaliseContactText(after) });
    if (before && normaliseContactText(before) !== normaliseContactText(after ?? ''))
      await decide(context, row, field, before);
  }
  const columns = toContactColumns({ name, email }, row.mobile);
  await updateCustomer(context.db, row.id, {
    ...columns,
    updated_at: context.clock.now(),
    last_modified_by: context.actor._id,
  });
}

function decide(
  { db, clock, actor }: ActorContext,
  { id: customerId }: CustomerRow,
  field: SuggestionField,
  value: string,
): Promise<void> {
  const decided = {
    customerId,
    field,
    key: normaliseContactText(value),
    value,
    by: actor._id,
    at: clock.now(),
  };
  return insertDecidedSuggestion(db, decided, mostDecided);
}

/** Lists a customer's booked and completed leads, newest first. @throws Refusal 404, 409 as {@link requireUnmergedCustomer}. */
export async function listCustomerBookings(
  { db }: Context,
  customerId: string,
  { page, limit }: { page: number; limit: number },
) {
  await requireUnmergedCustomer(db, await findCustomer(db, customerId));
  const [orders, total] = await Promise.all([
    findCustomerBookings(db, customerId, limit, (page - 1) * limit),
    countCustomerBookings(db, customerId),
  ]);
  return { orders, totalPages: countPages(total, limit), totalOrderCount: total };
}

/**
 * Returns the row if a customer was found and is merged into no other one.
 *
 * @throws Refusal 404, 409 with the one that was kept: `{ _id, name }`.
 */
export async function requireUnmergedCustomer<Row extends CustomerRow>(
  db: Db,
  row: Row | undefined,
): Promise<Row> {
  if (!row) throw notFound();
  if (row.merged_into === null) return row;
  const kept = await findCustomer(db, row.merged_into);
  throw conflict(messages.customerMerged, kept && { _id: kept.id, name: kept.name });
}
