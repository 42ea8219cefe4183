import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { lockNewest, versionedColumns, versionsOfWritten } from '#server/leads/leads.db.ts';
import { openOf } from '#server/leads/lists/lead-filter.db.ts';
import { mayHaveLead } from '#server/leads/may-have-leads.db.ts';

/** Open leads of `from` that `to` may have; only of `ids`, if given. */
export function lockOpenLeads(
  db: Db,
  { from, to, ids }: { from: string; to: string; ids?: readonly string[] },
  limit: number,
): Promise<string[]> {
  const some = ids ? sql`and id = any(${ids}::uuid[])` : sql``;
  return lockNewest(db, sql<boolean>`${openOf(from)} and ${mayHaveLead(to)} ${some}`, limit);
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
