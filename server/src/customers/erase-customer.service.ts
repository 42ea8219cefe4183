import type { Context } from '#server/context.ts';
import { contactColumns } from './customer-contact.ts';
import {
  deleteCustomer,
  deleteLeadless,
  findStoredCustomers,
  lockTakenAlong,
  lockWholeFamily,
  updateCustomer,
} from './customers.db.ts';
import { deleteTexts } from './suggestions.db.ts';

type Inside = Pick<Context, 'db'>;

export type HeldCustomer = { mobile: string; isErasing: boolean; merged: { id: string; mobile: string }[] };

/** Locks until commit, with those merged into it, so that no lead is added. @returns undefined when unknown. */
export async function holdCustomer({ db }: Inside, id: string): Promise<HeldCustomer | undefined> {
  const family = await lockWholeFamily(db, id);
  const row = family.find((each) => each.id === id);
  const merged = family.filter((each) => each.id !== id).map(({ id, mobile }) => ({ id, mobile }));
  return row && { mobile: row.mobile, isErasing: row.is_erasing, merged };
}

export function closeCustomer({ db }: Inside, id: string): Promise<void> {
  return updateCustomer(db, id, { is_erasing: true });
}

export function dropCustomer({ db }: Inside, id: string): Promise<void> {
  return deleteCustomer(db, id);
}

/**
 * Forgets what leads that had one of `formerPhones` took along to other customers, before it is erased from their versions. Where these customers
 * have it and none of their leads says it, they get what their newest lead says.
 */
export async function forgetTakenAlong(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  formerPhones: readonly string[],
): Promise<void> {
  for (const { id, mobile, said, texts, ...row } of await lockTakenAlong(db, formerPhones)) {
    const name = texts.includes(row.name) ? said.name : row.name;
    const email = row.email !== null && texts.includes(row.email) ? said.email : row.email;
    // What is theirs now need not be suggested any more.
    await deleteTexts(db, id, [...texts, name, email ?? '']);
    if (name !== row.name || email !== row.email)
      await updateCustomer(db, id, { ...contactColumns({ name, email }, mobile), updated_at: clock.now() });
  }
}

export function listStoredCustomers({ db }: Inside, ids: readonly string[]): Promise<string[]> {
  return findStoredCustomers(db, ids);
}

/**
 * Deletes the customers who, with those merged into them, have no lead left. Locks them first. @returns the deleted ones' phone
 * numbers.
 */
export function dropLeadlessCustomers({ db }: Inside, ids: readonly string[]): Promise<string[]> {
  return deleteLeadless(db, ids);
}
