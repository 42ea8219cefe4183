import type { Context } from '#server/context.ts';
import {
  deleteCustomer,
  deleteLeadless,
  findStoredCustomers,
  lockWholeCustomer,
  updateCustomer,
} from './customers.db.ts';

type Inside = Pick<Context, 'db'>;

/** Locks until commit, so that no lead is added. @returns undefined when unknown. */
export async function holdCustomer(
  { db }: Inside,
  id: string,
): Promise<{ mobile: string; isErasing: boolean } | undefined> {
  const row = await lockWholeCustomer(db, id);
  return row && { mobile: row.mobile, isErasing: row.is_erasing };
}

/** No lead is added from commit on. */
export function closeCustomer({ db }: Inside, id: string): Promise<void> {
  return updateCustomer(db, id, { is_erasing: true });
}

/** With addresses and suggestions, once no lead is left. */
export function dropCustomer({ db }: Inside, id: string): Promise<void> {
  return deleteCustomer(db, id);
}

/** The stored ones of `ids`. */
export function listStoredCustomers({ db }: Inside, ids: readonly string[]): Promise<string[]> {
  return findStoredCustomers(db, ids);
}

/** Locks them first. @returns those deleted. */
export function dropLeadlessCustomers({ db }: Inside, ids: readonly string[]): Promise<string[]> {
  return deleteLeadless(db, ids);
}
