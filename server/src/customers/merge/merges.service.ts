import { mergeLimits } from '#contract/business.ts';
import type { ComparedCustomer, CustomerMerge, CustomerMergePreview } from '#contract/customer-merges.ts';
import type { Context } from '#server/context.ts';
import { findCustomer } from '#server/customers/customers.db.ts';
import { requireUnmergedCustomer } from '#server/customers/customers.service.ts';
import {
  clearReplacedValues,
  findCustomerMerges,
  findCustomersToCompare,
  findMergesWithOthers,
  type MergeWithOthers,
} from './merges.db.ts';

const undoMs = mergeLimits.undoHours * 3_600_000;
const mostListed = 20;
const mostForgotten = 1_000;

/** Returns the moment since when merges of customers can be undone: a day ago. */
export function getUndoableSince({ clock }: Pick<Context, 'clock'>): Date {
  return new Date(clock.now().getTime() - undoMs);
}

/**
 * Compares customers and proposes what a merge of them keeps; writes nothing.
 *
 * @throws Refusal 404, 409 with the kept customer if one is merged.
 */
export async function previewCustomerMerge(
  { db }: Context,
  ids: readonly string[],
): Promise<CustomerMergePreview> {
  const distinct = [...new Set(ids)];
  for (const id of distinct) await requireUnmergedCustomer(db, await findCustomer(db, id));
  const found = await findCustomersToCompare(db, distinct);
  const customers = found.map(toCompared);
  const best = (of: (customer: (typeof found)[number]) => readonly (number | string)[]) =>
    [...found].sort((one, other) => compare(of(other), of(one)))[0]?._id ?? '';
  const moment = (at: Date | null) => at?.getTime() ?? 0;
  return {
    customers,
    proposed: {
      keep: best(({ lastLeadAt, leads, updatedAt }) => [moment(lastLeadAt), leads, moment(updatedAt)]),
      name: best(({ name, updatedAt }) => [name.split(/\s+/).length, name.length, moment(updatedAt)]),
      email: best(({ email, lastLeadAt, updatedAt }) => [
        email ? 1 : 0,
        moment(lastLeadAt),
        moment(updatedAt),
      ]),
    },
  };
}

function compare(one: readonly (number | string)[], other: readonly (number | string)[]): number {
  for (const [place, value] of one.entries()) {
    const another = other[place] ?? 0;
    if (value !== another) return value < another ? -1 : 1;
  }
  return 0;
}

/** Lists the merges, not undone, that joined one of these customers with somebody who is none of them, newest first. */
export function listMergesWithOthers(
  { db }: Pick<Context, 'db'>,
  ids: readonly string[],
): Promise<MergeWithOthers[]> {
  return findMergesWithOthers(db, ids);
}

/** Reads customers with what a merge compares, in the order of the ids; merged and unknown ones are left out. */
export async function readComparedCustomers(
  { db }: Context,
  ids: readonly string[],
): Promise<ComparedCustomer[]> {
  return (await findCustomersToCompare(db, ids)).map(toCompared);
}

function toCompared({
  createdAt,
  lastLeadAt,
  updatedAt: _,
  ...row
}: Awaited<ReturnType<typeof findCustomersToCompare>>[number]): ComparedCustomer {
  return { ...row, createdAt: createdAt.toISOString(), lastLeadAt: lastLeadAt?.toISOString() ?? null };
}

/**
 * Lists the newest merges, not undone, of a customer.
 *
 * @throws Refusal 404 when there is none, 409 when they are merged with somebody else themselves.
 */
export async function listCustomerMerges(context: Context, customerId: string): Promise<CustomerMerge[]> {
  await requireUnmergedCustomer(context.db, await findCustomer(context.db, customerId));
  return readCustomerMerges(context, customerId);
}

/** Reads the list of {@link listCustomerMerges} without its checks: the caller has read the customer. */
export async function readCustomerMerges(context: Context, customerId: string): Promise<CustomerMerge[]> {
  const options = { undoable: getUndoableSince(context), most: mostListed };
  return (await findCustomerMerges(context.db, customerId, options)).map(({ at, isUndoable, ...merge }) => ({
    ...merge,
    at: at.toISOString(),
    undoUntil: isUndoable ? new Date(at.getTime() + undoMs).toISOString() : null,
  }));
}

/** Deletes what would undo merges that are older than a day, up to a limit. @returns whether there may be more. */
export async function deleteOldMergeUndos(context: Context): Promise<boolean> {
  return (await clearReplacedValues(context.db, getUndoableSince(context), mostForgotten)) === mostForgotten;
}
