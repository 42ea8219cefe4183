import type { Context } from '#server/context.ts';
import { toContactColumns } from './customer-contact.ts';
import {
  deleteCustomer,
  deleteCustomersWithoutLeads,
  findStoredCustomerIds,
  lockCarriedOverTexts,
  lockCustomerAgainstLeads,
  updateCustomer,
} from './customers.db.ts';
import { deleteSuggestedTexts } from './suggestions.db.ts';

type Inside = Pick<Context, 'db'>;

/** A customer that is locked with those merged into it. */
export type LockedCustomer = { mobile: string; isErasing: boolean; merged: { id: string; mobile: string }[] };

/** Locks a customer, and those merged into it, until commit, so that no lead is added. @returns undefined when unknown. */
export async function lockCustomerForErasure(
  { db }: Inside,
  id: string,
): Promise<LockedCustomer | undefined> {
  const family = await lockCustomerAgainstLeads(db, id);
  const row = family.find((each) => each.id === id);
  const merged = family.filter((each) => each.id !== id).map(({ id, mobile }) => ({ id, mobile }));
  return row && { mobile: row.mobile, isErasing: row.is_erasing, merged };
}

/** Marks a customer as being erased: from then on no lead of theirs can be written. */
export function markCustomerErasing({ db }: Inside, id: string): Promise<void> {
  return updateCustomer(db, id, { is_erasing: true });
}

/** Deletes a customer, and those merged into it, whose leads the caller has erased. */
export function deleteCustomerWithoutLeads({ db }: Inside, id: string): Promise<void> {
  return deleteCustomer(db, id);
}

/**
 * Erases from other customers what leads that had one of `formerPhones` brought along to them, before it is erased from the leads'
 * versions. Where these customers have it and none of their leads says it, they get what their newest lead says.
 */
export async function eraseCarriedOverTexts(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  formerPhones: readonly string[],
): Promise<void> {
  for (const { id, mobile, said, texts, ...row } of await lockCarriedOverTexts(db, formerPhones)) {
    const name = texts.includes(row.name) ? said.name : row.name;
    const email = row.email !== null && texts.includes(row.email) ? said.email : row.email;
    // What is theirs now need not be suggested any more.
    await deleteSuggestedTexts(db, id, [...texts, name, email ?? '']);
    if (name !== row.name || email !== row.email)
      await updateCustomer(db, id, { ...toContactColumns({ name, email }, mobile), updated_at: clock.now() });
  }
}

/** Returns the ids of those customers that still exist, merged ones included. */
export function filterStoredCustomers({ db }: Inside, ids: readonly string[]): Promise<string[]> {
  return findStoredCustomerIds(db, ids);
}

/** Locks customers, and deletes those who, with those merged into them, have no lead left. @returns the deleted ones' phone numbers. */
export function deleteLeadlessCustomers({ db }: Inside, ids: readonly string[]): Promise<string[]> {
  return deleteCustomersWithoutLeads(db, ids);
}
