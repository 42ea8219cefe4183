import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/** @returns the ids of the oldest enquiries that nobody has. */
export async function findOldestOfNobody(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from leads where status = 'pending' and is_active and advisor_id is null
    order by created_at, id limit ${count}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Until autovacuum's first visit, up to a minute later, PostgreSQL would guess how full they are. */
export async function analyzeTables(db: Db): Promise<void> {
  await sql`analyze leads, lead_versions, lead_contacts, customers`.execute(db);
}
