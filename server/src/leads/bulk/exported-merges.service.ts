import { mergeLimits } from '#contract/business.ts';
import type { Context } from '#server/context.ts';
import { writeLeads } from '#server/leads/record/change-leads.service.ts';
import type { LeadEdit } from '#server/leads/record/lead-change.ts';
import { lockLeads } from '#server/leads/record/leads.db.ts';

/**
 * Merges leads that imports brought in as they were merged where they were exported, in the transaction of `context.db`: the kept ones say
 * everything already. Leads that somebody changed, that are of another customer or too many for one lead stay archived on their own.
 *
 * @param importId the import that completes them.
 * @param merges by the kept lead, with the versions in which nobody has changed the others.
 * @returns the version that this made of each lead.
 */
export async function mergeExportedLeads(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  importId: string,
  merges: readonly { keptId: string; merged: readonly { id: string; version: number }[] }[],
): Promise<Map<string, number>> {
  const ids = merges.flatMap(({ keptId, merged }) => [keptId, ...merged.map(({ id }) => id)]);
  const leads = new Map((await lockLeads(db, [...new Set(ids)])).map((lead) => [lead.id, lead]));
  const keptIds = new Set(merges.map(({ keptId }) => keptId));
  const at = clock.now();
  const edits = merges.flatMap(({ keptId, merged: untouched }): LeadEdit[] => {
    const kept = leads.get(keptId);
    if (!kept || kept.customer_id === null || kept.merged_into) return [];
    const merged = untouched
      .flatMap(({ id, version }) => {
        const lead = leads.get(id);
        return lead?.version === version && lead.merged_into === null ? lead : [];
      })
      .filter((lead) => !keptIds.has(lead.id) && lead.customer_id === kept.customer_id)
      .slice(0, mergeLimits.joined - kept.joined_ids.length);
    if (merged.length === 0) return [];
    const joined_ids = [...kept.joined_ids, ...merged.map(({ id }) => id)];
    return [
      { lead: kept, change: { joined_ids }, editor: null, at },
      ...merged.map((lead) => ({
        ...{ lead, change: { merged_into: keptId, is_active: false }, editor: null, at },
      })),
    ];
  });
  const written = await writeLeads(db, edits, undefined, importId);
  return new Map([...written].map(([id, { version }]) => [id, version]));
}
