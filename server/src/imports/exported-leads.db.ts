import { sql } from 'kysely';
import { selectKeptId } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';

/** Says what a row of an exported file became; IDs of where it was exported. */
type FormerLead = { row: number; formerId: string; mergedInto: string | null; leadId: string };

export async function insertFormerLeads(
  db: Db,
  importId: string,
  rows: readonly FormerLead[],
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('import_leads')
    .values(
      rows.map(({ row, formerId, mergedInto, leadId }) => ({
        ...{ import_id: importId, row, former_id: formerId, merged_into: mergedInto, lead_id: leadId },
      })),
    )
    .execute();
}

/** `keptId`: of the lead into which it was merged, if it was. */
type FormerMatch = { keptId: string; isMerged: boolean };

/** Finds the leads that exported ones are here: under an ID of their own, or as what an import made of them, the newest first. */
export async function findFormerLeads(
  db: Db,
  formerIds: readonly string[],
): Promise<Map<string, FormerMatch>> {
  if (formerIds.length === 0) return new Map();
  const { rows } = await sql<FormerMatch & { formerId: string }>`
    select distinct on (f.former_id) f.former_id as "formerId", ${selectKeptId('l')} as "keptId",
      l.merged_into is not null as "isMerged"
    from (select former_id, lead_id from import_leads where former_id = any(${formerIds}::uuid[])
      union all select id, id from unnest(${formerIds}::uuid[]) own (id)) f
    join leads l on l.id = f.lead_id and l.customer_id is not null
    order by f.former_id, l.id desc`.execute(db);
  return new Map(rows.map(({ formerId, ...match }) => [formerId, match]));
}

/** A lead of an import, and those that were merged into it where they were exported, in the order of the file. */
export type ExportedMerge = { keptId: string; mergedIds: string[] };

/** Finds merges among what an import brought in that were not made yet, by the kept lead. @param after the last kept lead before. */
export async function findExportedMerges(
  db: Db,
  importId: string,
  after: string | null,
  limit: number,
): Promise<ExportedMerge[]> {
  const { rows } = await sql<ExportedMerge>`
    select k.lead_id as "keptId", array_agg(m.lead_id order by m.row) as "mergedIds"
    from import_leads m cross join lateral (
      select lead_id from import_leads k
      where k.former_id = m.merged_into and k.import_id = m.import_id order by k.row limit 1) k
    where m.import_id = ${importId} and m.merged_into is not null and m.version is null
      and (${after}::uuid is null or k.lead_id > ${after})
    group by k.lead_id order by k.lead_id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Notes which version an import made of each lead by a merge: what it brought in can still be reverted. */
export async function noteMergedVersions(
  db: Db,
  importId: string,
  versions: ReadonlyMap<string, number>,
): Promise<void> {
  await sql`
    update import_leads i set version = made.version
    from unnest(${[...versions.keys()]}::uuid[], ${[...versions.values()]}::integer[]) made (id, version)
    where i.import_id = ${importId} and i.lead_id = made.id`.execute(db);
}

export async function deleteFormerLeads(db: Db, importId: string): Promise<void> {
  await db.deleteFrom('import_leads').where('import_id', '=', importId).execute();
}
