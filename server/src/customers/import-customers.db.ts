import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

type MadeCustomer = {
  id: string;
  owner: string | null;
  hasLeads: boolean;
  hasOtherLeads: boolean;
  isChanged: boolean;
};

/**
 * Finds the next customers that an import made and what became of them, locked so that no lead is added. `hasOtherLeads`: that it did
 * not bring in; `isChanged`: their name, email or addresses since, by people, or they were merged, but for numbers that the import
 * brought in as further ones.
 */
export async function findImportedCustomers(
  db: Db,
  importId: string,
  after: string | null,
  most: number,
): Promise<MadeCustomer[]> {
  const behind = after ? sql`and id > ${after}` : sql``;
  const { rows } = await sql<MadeCustomer>`
    with next as materialized (
      select id from customers where import_id = ${importId} ${behind} order by id limit ${sql.lit(most)}),
    held as materialized (
      select c.* from customers c where c.id in (select id from next) order by mobile for update)
    select h.id, h.merged_into as owner,
      exists (select from leads l where ${isOf('h')}) as "hasLeads",
      exists (select from leads l where ${isOf('h')} and l.import_id is distinct from ${importId}) as "hasOtherLeads",
      h.is_erasing or (h.merged_at is not null and h.merged_at <> h.created_at) or h.updated_at <> h.created_at
        or exists (select from customers m where m.merged_into = h.id and m.import_id is distinct from ${importId}) or exists (
        select from customer_addresses a where a.customer_id = h.id
          and (a.updated_at <> a.created_at or a.last_modified_by is distinct from h.last_modified_by
            or a.created_at > (select coalesce(ended_at, created_at) from imports where id = ${importId}))) as "isChanged"
    from held h order by h.id`.execute(db);
  return rows;
}

function isOf(customer: string) {
  const column = (name: string) => sql.ref(`${customer}.${name}`);
  return sql`l.customer_id = coalesce(${column('merged_into')}, ${column('id')})
    and (${column('merged_into')} is null or l.phone = ${column('mobile')})`;
}

/**
 * Deletes customers that an import made and that have no lead, with their addresses, suggestions and the further numbers that the
 * import gave them.
 *
 * @returns how many.
 */
export async function deleteImportedCustomers(
  db: Db,
  importId: string,
  ids: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from customers c
    where (id = any(${ids}::uuid[]) or (merged_into = any(${ids}::uuid[]) and import_id = ${importId}))
      and not exists (select from leads l where ${isOf('c')})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Deletes the waiting suggestions of leads, and takes the leads out of decided ones. */
export async function clearSuggestionSources(db: Db, leads: readonly string[]): Promise<void> {
  await sql`
    delete from customer_suggestions where lead_id = any(${leads}::uuid[]) and is_waiting`.execute(db);
  await sql`update customer_suggestions set lead_id = null where lead_id = any(${leads}::uuid[])`.execute(db);
}
