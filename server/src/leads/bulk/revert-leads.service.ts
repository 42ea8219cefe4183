import type { Context } from '#server/context.ts';
import { deleteSuggestionsOfLeads } from '#server/customers/import-customers.service.ts';
import { writeLeads } from '#server/leads/record/change-leads.service.ts';
import type { LeadEdit } from '#server/leads/record/lead-change.ts';
import { lockLeads } from '#server/leads/record/leads.db.ts';
import { pickFillableColumns } from './fill-leads.service.ts';
import {
  announceRevertedLeadsTogether,
  deleteImportedLeads,
  findJoinedLeads,
  findMergedLeadIds,
  findVersionsBeforeJoin,
  lockImportedLeads,
} from './revert-leads.db.ts';

type KeptLead = { id: string; reason: 'contactedSince' | 'changedSince' };

type NextLeads = { importId: string; after: string | null; most: number; editor: string | null };

/**
 * Deletes the next leads that an import brought in, with their versions, in the transaction of `context.db`, but for those that
 * anybody has contacted or changed since.
 *
 * @param after the id of the last that was looked at.
 * @param editor who reverts.
 * @returns `last`: undefined when none is left; `parted`: the versions that this made of leads that are merged with those.
 */
export async function revertLeads(
  context: Pick<Context, 'db' | 'clock'>,
  { importId, after, most, editor }: NextLeads,
): Promise<{
  last: string | undefined;
  deleted: number;
  kept: KeptLead[];
  parted: ReadonlyMap<string, number>;
}> {
  const { db } = context;
  const found = await lockImportedLeads(db, importId, after, most);
  const kept = found.flatMap(({ id, isContacted, isChanged }): KeptLead[] => {
    if (isContacted) return [{ id, reason: 'contactedSince' }];
    return isChanged ? [{ id, reason: 'changedSince' }] : [];
  });
  const left = new Set(kept.map(({ id }) => id));
  const ids = found.flatMap(({ id }) => (left.has(id) ? [] : [id]));
  const parted = await partFrom(context, ids, editor);
  await deleteSuggestionsOfLeads({ db }, ids);
  await deleteImportedLeads(db, importId, ids);
  return { last: found.find(({ isLast }) => isLast)?.id, deleted: ids.length, kept, parted };
}

/** Parts the leads of other imports from those that go: they were merged when both were in. */
async function partFrom(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  ids: readonly string[],
  editor: string | null,
): Promise<ReadonlyMap<string, number>> {
  const going = new Set(ids);
  const others = await lockLeads(db, await findMergedLeadIds(db, ids));
  const at = clock.now();
  const edits = others.map((lead): LeadEdit => {
    const { merged_into, joined_ids } = lead;
    const isMerged = merged_into !== null && going.has(merged_into);
    const change = isMerged
      ? { merged_into: null }
      : { joined_ids: joined_ids.filter((id) => !going.has(id)) };
    return { lead, change, editor, at };
  });
  const written = await writeLeads(db, edits);
  return new Map([...written].map(([id, { version }]) => [id, version]));
}

/**
 * Takes back what rows of an import added to the next leads that were there before, by a version each, in the transaction of `context.db`,
 * but for those that anybody has contacted or changed since.
 *
 * @param after the id of the last that was looked at.
 * @param editor who reverts.
 * @returns `last`: undefined when none is left.
 */
export async function restoreJoinedLeads(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { importId, after, most, editor }: NextLeads,
): Promise<{ last: string | undefined; restored: number; kept: KeptLead[] }> {
  const joined = await findJoinedLeads(db, importId, after, most);
  const ids = joined.map(({ id }) => id);
  const locked = new Map((await lockLeads(db, ids)).map((lead) => [lead.id, lead]));
  const known = await findVersionsBeforeJoin(db, joined);
  const at = clock.now();
  const kept: KeptLead[] = [];
  const edits: LeadEdit[] = [];
  for (const { id, first, last, made } of joined) {
    const lead = locked.get(id);
    const { before, isContacted } = known.get(id) ?? {};
    if (!lead || !before || lead.import_id === importId || lead.customer_id === null) continue;
    const isUnchanged = lead.version === last && last - first + 1 === made;
    if (isContacted) kept.push({ id, reason: 'contactedSince' });
    else if (!isUnchanged) kept.push({ id, reason: 'changedSince' });
    else {
      // Versions of before this column lack it.
      const filled_platform = before.filled_platform ?? null;
      edits.push({ lead, change: { ...pickFillableColumns(before), filled_platform }, editor, at });
    }
  }
  await announceRevertedLeadsTogether(db);
  await writeLeads(db, edits);
  return { last: ids.at(-1), restored: edits.length, kept };
}
