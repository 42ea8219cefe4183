import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

export async function findOldestUnassignedLeadIds(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from leads where status = 'pending' and is_active and advisor_id is null
    order by created_at, id limit ${count}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function findLeadsWith(
  db: Db,
  phones: readonly string[],
): Promise<{ id: string; customer: string }[]> {
  const { rows } = await sql<{ id: string; customer: string }>`
    select id, customer_id as customer from leads where phone = any(${phones}::text[])
    order by created_at, id`.execute(db);
  return rows;
}

export async function analyzeTables(db: Db): Promise<void> {
  await sql`analyze leads, lead_versions, lead_contacts, bookings, customers`.execute(db);
}
