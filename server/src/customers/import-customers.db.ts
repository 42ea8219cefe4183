import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/**
 * What became of customers that an import made, locked so that no lead is added. `hasOtherLeads`: that it did not bring in;
 * `isChanged`: their name, email or addresses since, by people,
 * or they were merged.
 */
export async function findMade(
  db: Db,
  importId: string,
  after: string | null,
  most: number,
): Promise<{ id: string; hasLeads: boolean; hasOtherLeads: boolean; isChanged: boolean }[]> {
  const behind = after ? sql`and id > ${after}` : sql``;
  const { rows } = await sql<{ id: string; hasLeads: boolean; hasOtherLeads: boolean; isChanged: boolean }>`
    with next as materialized (
      select id from customers where import_id = ${importId} ${behind} order by id limit ${sql.lit(most)}),
    held as materialized (
      select c.* from customers c where c.id in (select id from next) order by mobile for update)
    select h.id,
      exists (select from leads l where l.customer_id = h.id) as "hasLeads",
      exists (select from leads l where l.customer_id = h.id and l.import_id is distinct from ${importId}) as "hasOtherLeads",
      h.is_erasing or h.merged_into is not null or h.updated_at <> h.created_at
        or exists (select from customers m where m.merged_into = h.id) or exists (
        select from customer_addresses a where a.customer_id = h.id
          and (a.updated_at <> a.created_at or a.last_modified_by is distinct from h.last_modified_by
            or a.created_at > (select coalesce(ended_at, created_at) from imports where id = ${importId}))) as "isChanged"
    from held h order by h.id`.execute(db);
  return rows;
}

/** With addresses and suggestions. @returns how many. */
export async function deleteMade(db: Db, ids: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from customers c where id = any(${ids}::uuid[])
      and not exists (select from leads where customer_id = c.id)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** What leads said that are no more. */
export async function forgetSayers(db: Db, leads: readonly string[]): Promise<void> {
  await sql`
    delete from customer_suggestions where lead_id = any(${leads}::uuid[]) and is_waiting`.execute(db);
  await sql`update customer_suggestions set lead_id = null where lead_id = any(${leads}::uuid[])`.execute(db);
}
