import type { Context } from '#server/context.ts';
import type { CustomerLeads } from '#server/customers/merge/settle-leads.service.ts';
import { isAnyMergedAcross, lockLeadsOf, moveLeadsByPhone } from './customer-leads.db.ts';

export const customerLeads: CustomerLeads = {
  hold: holdLeadsOf,
  settle: settleLeads,
  areMerged: areLeadsMerged,
};

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

function areLeadsMerged(
  { db }: Pick<Context, 'db'>,
  customerId: string,
  phones: readonly string[],
): Promise<boolean> {
  return isAnyMergedAcross(db, customerId, phones);
}
