import type { Context } from '#server/context.ts';
import { forgetSuggestionsOf } from '#server/customers/import-customers.service.ts';
import { deleteImportedLeads, lockImportedLeads } from './revert-leads.db.ts';

export type KeptLead = { id: string; reason: 'contactedSince' | 'changedSince' };

/**
 * Deletes the next leads that an import brought in, with their versions, in the transaction of `context.db`, but for those that
 * anybody has contacted or changed since.
 *
 * @param after the id of the last that was looked at.
 * @returns `last`: undefined when none is left.
 */
export async function revertLeads(
  { db }: Pick<Context, 'db'>,
  { importId, after, most }: { importId: string; after: string | null; most: number },
): Promise<{ last: string | undefined; deleted: number; kept: KeptLead[] }> {
  const found = await lockImportedLeads(db, importId, after, most);
  const kept = found.flatMap(({ id, isContacted, isChanged }): KeptLead[] => {
    if (isContacted) return [{ id, reason: 'contactedSince' }];
    return isChanged ? [{ id, reason: 'changedSince' }] : [];
  });
  const left = new Set(kept.map(({ id }) => id));
  const ids = found.flatMap(({ id }) => (left.has(id) ? [] : [id]));
  await forgetSuggestionsOf({ db }, ids);
  await deleteImportedLeads(db, importId, ids);
  return { last: found.at(-1)?.id, deleted: ids.length, kept };
}
