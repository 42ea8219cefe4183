import type { Context } from '#server/context.ts';
import type { CustomerLeads } from '#server/customers/merge/reassign-leads.service.ts';
import { isAnyMergedAcross, lockLeadsOfCustomers, moveLeadsByPhone } from './customer-leads.db.ts';

/** Lets customers lock and reassign their leads without importing leads: `app.ts` hands it to them. */
export const customerLeads: CustomerLeads = {
  lock: lockLeadsOf,
  reassign: reassignLeads,
  areMerged: areLeadsMerged,
};

function lockLeadsOf(
  { db }: Pick<Context, 'db'>,
  customerIds: readonly string[],
  phones: readonly string[] | undefined,
  most: number,
): Promise<void> {
  return lockLeadsOfCustomers(db, customerIds, phones, most);
}

/**
 * Gives a customer's leads to whoever has their phone numbers since a merge or its undo, which holds these customers.
 *
 * @returns how many, at most `most`.
 */
function reassignLeads({ db }: Pick<Context, 'db'>, customerId: string, most: number): Promise<number> {
  return moveLeadsByPhone(db, customerId, most);
}

function areLeadsMerged(
  { db }: Pick<Context, 'db'>,
  customerId: string,
  phones: readonly string[],
): Promise<boolean> {
  return isAnyMergedAcross(db, customerId, phones);
}
