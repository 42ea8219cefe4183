import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { versionColumns, versionOf } from '#server/leads/leads.db.ts';
import { ofCenters, openOf } from '#server/leads/lists/lead-filter.db.ts';

/** Which open leads of `from` are handed over; absent parts do not narrow. */
type HandOverFilter = { from: string; centers?: readonly string[]; ids?: readonly string[] };

/** The newest of these leads, locked until commit; one that was changed meanwhile is checked again. */
export async function lockOpenLeads(db: Db, filter: HandOverFilter, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from leads where ${openOf(filter.from)}
      ${filter.centers ? sql`and ${ofCenters(filter.centers)}` : sql``}
      ${filter.ids ? sql`and id = any(${filter.ids}::uuid[])` : sql``}
    order by created_at desc, id desc limit ${limit} for update`.execute(db);
  return rows.map(({ id }) => id);
}

/** Gives leads another advisor, each with the version that it then has. `versionIds` are as many as `ids`. */
export async function updateAdvisor(
  db: Db,
  ids: readonly string[],
  versionIds: readonly string[],
  { advisor, editor, at }: { advisor: string; editor: string; at: Date },
): Promise<void> {
  const given = sql<{ lead_id: string; version_id: string }>`unnest(${ids}::uuid[], ${versionIds}::uuid[])`;
  await db
    .with('written', (cte) =>
      cte
        .updateTable('leads')
        .set({
          advisor_id: advisor,
          version: sql`version + 1`,
          changed_fields: ['advisor'],
          last_modified_by: editor,
          editor_ids: sql`case when ${editor} = any(editor_ids) then editor_ids else editor_ids || ${editor}::uuid end`,
          updated_at: at,
        })
        .where('id', 'in', ids)
        .returningAll(),
    )
    .insertInto('lead_versions')
    .columns(versionColumns)
    .expression((query) =>
      query
        .selectFrom('written')
        .innerJoin(given.as<'given'>(sql`given (lead_id, version_id)`), 'given.lead_id', 'written.id')
        .select(versionOf(sql`given.version_id`)),
    )
    .execute();
}

/** The names of leads, by id, and whether each is still an open lead of an employee. */
export async function findHandOverStates(
  db: Db,
  from: string,
  ids: readonly string[],
): Promise<{ id: string; name: string; is_open: boolean }[]> {
  const { rows } = await sql<{ id: string; name: string; is_open: boolean }>`
    select id, name, ${openOf(from)} as is_open from leads where id = any(${ids}::uuid[])`.execute(db);
  return rows;
}
