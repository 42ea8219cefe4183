import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { versionedColumns, versionsOfWritten } from '#server/leads/leads.db.ts';
import { ofCenters, openOf } from '#server/leads/lists/lead-filter.db.ts';

/** Absent parts do not narrow. */
type HandOverFilter = { from: string; centers?: readonly string[]; ids?: readonly string[] };

/** Rechecks leads that have just changed. */
export async function lockOpenLeads(db: Db, filter: HandOverFilter, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from leads where ${openOf(filter.from)}
      ${filter.centers ? sql`and ${ofCenters(filter.centers)}` : sql``}
      ${filter.ids ? sql`and id = any(${filter.ids}::uuid[])` : sql``}
    order by created_at desc, id desc limit ${limit} for update`.execute(db);
  return rows.map(({ id }) => id);
}

/** `versionIds` are as many as `ids`. */
export async function updateAdvisor(
  db: Db,
  ids: readonly string[],
  versionIds: readonly string[],
  { advisor, editor, at }: { advisor: string | null; editor: string; at: Date },
): Promise<void> {
  await sql`
    with written as (
      update leads set advisor_id = ${advisor}, version = version + 1, changed_fields = '{advisor}', last_modified_by = ${editor},
        editor_ids = case when ${editor} = any(editor_ids) then editor_ids else editor_ids || ${editor}::uuid end,
        updated_at = ${at}
      where id = any(${ids}::uuid[]) returning ${versionedColumns})
    ${versionsOfWritten(ids, versionIds)}`.execute(db);
}

/** With names, by id. */
export async function findHandOverStates(
  db: Db,
  from: string,
  ids: readonly string[],
): Promise<{ id: string; name: string; is_open: boolean }[]> {
  const { rows } = await sql<{ id: string; name: string; is_open: boolean }>`
    select id, name, ${openOf(from)} as is_open from leads where id = any(${ids}::uuid[])`.execute(db);
  return rows;
}
