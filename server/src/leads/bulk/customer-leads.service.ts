import type { Context } from '#server/context.ts';
import type { CustomerLeads } from '#server/customers/merge/settle-leads.service.ts';
import { isAnyMergedAcross, lockLeadsOf, moveLeadsByPhone } from './customer-leads.db.ts';

/** What merges of customers do with leads. */
export const customerLeads: CustomerLeads = {
  hold: holdLeadsOf,
  settle: settleLeads,
  areMerged: areLeadsMerged,
};

/** Locks until commit leads of some customers, at most `most`. @param phones undefined means any. */
function holdLeadsOf(
  { db }: Pick<Context, 'db'>,
  customerIds: readonly string[],
  phones: readonly string[] | undefined,
  most: number,
): Promise<void> {
  return lockLeadsOf(db, customerIds, phones, most);
}

/**
 * Gives a customer's leads to whoever has their phone numbers since a merge or its undo, which holds these customers.
 *
 * @returns how many, at most `most`.
 */
function settleLeads({ db }: Pick<Context, 'db'>, customerId: string, most: number): Promise<number> {
  return moveLeadsByPhone(db, customerId, most);
}

/** Whether a lead under one of these numbers was merged with one under another number of the customer. */
function areLeadsMerged(
  { db }: Pick<Context, 'db'>,
  customerId: string,
  phones: readonly string[],
): Promise<boolean> {
  return isAnyMergedAcross(db, customerId, phones);
}
