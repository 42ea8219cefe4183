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

/** Locks a customer's next leads until commit. */
export function holdLeadsOfCustomer({ db }: Context, customerId: string, most: number): Promise<string[]> {
  return lockLeadsOfCustomer(db, customerId, most);
}

/** Counts leads and open ones, and lists the newest open ones. */
export async function surveyLeads({ db }: Context, customerId: string, most: number) {
  const counts = await countLeadsOfCustomer(db, customerId);
  return { ...counts, newest: counts.open === 0 ? [] : await findOpenLeads(db, customerId, most) };
}

/**
 * Erases personal data of locked leads and all their versions, in the transaction of `context.db`, which may then replace
 * comments too. Keeps what reports count; archives open leads.
 *
 * @param editor null keeps the last one.
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

/** Erases some customers from versions of what are now others' leads. */
export async function eraseFormerLeads({ db }: Context, customerIds: readonly string[]): Promise<void> {
  if (customerIds.length === 0) return;
  await allowErasure(db);
  await eraseFormerVersions(db, customerIds);
}

/** Drops counters of lost reasons that no lead has. */
export function dropUnusedReasons({ db }: Context): Promise<void> {
  return deleteEmptyReasonCounts(db);
}

/** Locks until commit the archived leads with personal data untouched since `before`, longest first. */
export function holdArchivedLeads({ db }: Context, before: Date, most: number) {
  return lockArchivedLeads(db, before, most);
}

/** Stops at `most`. */
export function countArchivedLeads({ db }: Pick<Context, 'db'>, before: Date, most: number): Promise<number> {
  return countArchivedBefore(db, before, most);
}
