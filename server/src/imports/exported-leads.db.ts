import { sql } from 'kysely';
import { selectKeptId } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';

/** A row of an exported file, with the IDs that its leads had where it was exported, and the lead that it became here. */
type ExportedLead = { row: number; formerId: string; mergedInto: string | null; leadId: string };

/** Stores which lead each row of an exported file became, so that merges and links of the export can be followed here. */
export async function insertExportedLeadIds(
  db: Db,
  importId: string,
  rows: readonly ExportedLead[],
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

/**
 * Finds the leads that exported ones are here, by the exported id: under an id of their own, or as what an import made of them, the
 * newest first; others are missing.
 */
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

/** A lead, and those that were merged into it where they were exported, in the order of their files. */
type MergeToMake = { keptId: string; merged: { id: string; version: number }[] };

/**
 * Finds the next merges that are to be made of what an import brought in, by the kept lead: also into leads that were there before,
 * and of what earlier imports brought in into leads of this one. Leads that somebody has changed are left out.
 *
 * @param after the last kept lead before.
 */
export async function findExportedMerges(
  db: Db,
  importId: string,
  after: string | null,
  limit: number,
): Promise<MergeToMake[]> {
  const { rows } = await sql<MergeToMake>`
    with merged as (
      select m.* from import_leads m where m.import_id = ${importId} and m.merged_into is not null
      union all
      select m.* from import_leads k join import_leads m on m.merged_into = k.former_id
      where k.import_id = ${importId} and m.import_id <> ${importId})
    select k.id as "keptId", json_agg(json_build_object('id', l.id, 'version', l.version) order by m.import_id, m.row) as merged
    from merged m join leads l on l.id = m.lead_id and l.merged_into is null and l.version = 1 + cardinality(m.versions)
    cross join lateral (
      select ${selectKeptId('k')} as id from (
        select lead_id, import_id, row from import_leads where former_id = m.merged_into
        union all select m.merged_into, null, null) f
      join leads k on k.id = f.lead_id and k.customer_id is not null
      order by f.import_id is not distinct from ${importId}::uuid desc, f.row, k.id desc limit 1) k
    where ${after}::uuid is null or k.id > ${after}
    group by k.id order by k.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Stores which version an import, or its revert, made of each lead that was imported: no person changed it by that. */
export async function addVersionsOfImport(db: Db, versions: ReadonlyMap<string, number>): Promise<void> {
  if (versions.size === 0) return;
  await sql`
    update import_leads i set versions = i.versions || made.version
    from unnest(${[...versions.keys()]}::uuid[], ${[...versions.values()]}::integer[]) made (id, version)
    where i.lead_id = made.id`.execute(db);
}

/** Deletes which leads the rows of an exported file became. */
export async function deleteExportedLeadIds(db: Db, importId: string): Promise<void> {
  await db.deleteFrom('import_leads').where('import_id', '=', importId).execute();
}
