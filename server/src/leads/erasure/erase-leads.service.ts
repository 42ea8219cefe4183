import type { Context } from '#server/context.ts';
import { newId } from '#server/lib/ids.ts';
import {
  allowErasure,
  countArchivedBefore,
  countLeadsOfCustomer,
  deleteEmptyReasonCounts,
  eraseFormerVersions,
  eraseKeysOfLeads,
  eraseLeadRows,
  eraseVersions,
  findOpenLeads,
  lockArchivedLeads,
  lockLeadsOfCustomer,
} from './erase-leads.db.ts';

/** The next leads of a customer, locked until commit. */
export function holdLeadsOfCustomer({ db }: Context, customerId: string, most: number): Promise<string[]> {
  return lockLeadsOfCustomer(db, customerId, most);
}

/** How many leads a customer has, how many of them are open, and the newest open ones. */
export async function surveyLeads({ db }: Context, customerId: string, most: number) {
  const counts = await countLeadsOfCustomer(db, customerId);
  return { ...counts, newest: counts.open === 0 ? [] : await findOpenLeads(db, customerId, most) };
}

/**
 * Erases the personal data of locked leads and of all their versions, in the transaction that `context.db` is, which may from
 * then on replace comments too. What reports count stays. An open lead is archived.
 *
 * @param editor who erases; null keeps the last editor.
 */
export async function eraseLeads(
  { db, clock }: Context,
  ids: readonly string[],
  editor: string | null,
): Promise<void> {
  const at = clock.now();
  await allowErasure(db);
  await eraseVersions(db, ids);
  await eraseKeysOfLeads(db, ids);
  const versionIds = ids.map(() => newId(at));
  await eraseLeadRows(db, ids, versionIds, { editor, at });
}

/** Erases what versions of other customers' leads say of some customers. */
export async function eraseFormerLeads({ db }: Context, customerIds: readonly string[]): Promise<void> {
  if (customerIds.length === 0) return;
  await allowErasure(db);
  await eraseFormerVersions(db, customerIds);
}

/** Drops counters of lost reasons that no lead has. */
export function dropUnusedReasons({ db }: Context): Promise<void> {
  return deleteEmptyReasonCounts(db);
}

/** Archived leads with personal data that nobody has touched since, longest first, locked until commit. */
export function holdArchivedLeads({ db }: Context, before: Date, most: number) {
  return lockArchivedLeads(db, before, most);
}

/** How many there are, up to `most`. */
export function countArchivedLeads({ db }: Pick<Context, 'db'>, before: Date, most: number): Promise<number> {
  return countArchivedBefore(db, before, most);
}
