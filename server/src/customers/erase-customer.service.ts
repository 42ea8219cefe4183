import type { Context } from '#server/context.ts';
import {
  deleteCustomer,
  deleteLeadless,
  findStoredCustomers,
  lockWholeCustomer,
  updateCustomer,
} from './customers.db.ts';

type Inside = Pick<Context, 'db'>;

/** Locks a customer until commit, so that no lead is added. @returns undefined when there is none. */
export async function holdCustomer(
  { db }: Inside,
  id: string,
): Promise<{ mobile: string; isErasing: boolean } | undefined> {
  const row = await lockWholeCustomer(db, id);
  return row && { mobile: row.mobile, isErasing: row.is_erasing };
}

/** No lead is added to the customer from commit on. */
export function closeCustomer({ db }: Inside, id: string): Promise<void> {
  return updateCustomer(db, id, { is_erasing: true });
}

/** With addresses and suggestions, once no lead is the customer's any more. */
export function dropCustomer({ db }: Inside, id: string): Promise<void> {
  return deleteCustomer(db, id);
}

/** Those of some ids that are stored. */
export function listStoredCustomers({ db }: Inside, ids: readonly string[]): Promise<string[]> {
  return findStoredCustomers(db, ids);
}

/** Deletes those of some customers of whom no lead is left. @returns their ids. */
export function dropLeadlessCustomers({ db }: Inside, ids: readonly string[]): Promise<string[]> {
  return deleteLeadless(db, ids);
}
