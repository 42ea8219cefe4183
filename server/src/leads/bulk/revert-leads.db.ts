import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/** What an import brought in, locked. `isContacted`, `isChanged`: since then, by anybody but rows of the import that joined it. */
export type ImportedLead = { id: string; isContacted: boolean; isChanged: boolean };

/** By id. */
export async function lockImportedLeads(
  db: Db,
  importId: string,
  after: string | null,
  most: number,
): Promise<ImportedLead[]> {
  const behind = after ? sql`and id > ${after}` : sql``;
  const { rows } = await sql<ImportedLead>`
    with held as materialized (
      select * from leads where import_id = ${importId} ${behind} order by id limit ${sql.lit(most)} for update)
    select id, contact_tries > 0 or exists (select from lead_contacts c where c.lead_id = h.id) as "isContacted",
      customer_id is null
        or version > 1 and exists (
          select from generate_series(2, h.version) made where not exists (
            select from import_rows r where r.joined_id = h.id and r.import_id = ${importId} and r.joined_version = made))
        or exists (select from lead_comments c where c.lead_id = h.id)
        or exists (select from deliveries d where d.lead_id = h.id)
        or exists (select from whatsapp_messages m where m.lead_id = h.id) as "isChanged"
    from held h order by id`.execute(db);
  return rows;
}

/** With their versions, which are only theirs to lose while `importId` is being reverted. */
export async function deleteImportedLeads(db: Db, importId: string, ids: readonly string[]): Promise<void> {
  await sql`select set_config('pitlane.reverting', ${importId}, true), set_config('pitlane.many_leads', 'on', true)`.execute(
    db,
  );
  await sql`delete from lead_versions where lead_id = any(${ids}::uuid[])`.execute(db);
  await sql`delete from leads where id = any(${ids}::uuid[])`.execute(db);
}
