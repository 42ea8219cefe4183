import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/** Finds the ids of the oldest active pending leads without an advisor, at most `count`. */
export async function findOldestUnassignedLeadIds(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from leads where status = 'pending' and is_active and advisor_id is null
    order by created_at, id limit ${count}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Finds the leads with these numbers, oldest first. */
export async function findLeadsByPhone(
  db: Db,
  phones: readonly string[],
): Promise<{ id: string; customer: string }[]> {
  const { rows } = await sql<{ id: string; customer: string }>`
    select id, customer_id as customer from leads where phone = any(${phones}::text[])
    order by created_at, id`.execute(db);
  return rows;
}

/** Makes PostgreSQL gather its statistics of the tables that the sample dealer fills. */
export async function analyzeTables(db: Db): Promise<void> {
  await sql`analyze leads, lead_versions, lead_contacts, bookings, customers`.execute(db);
}
