import { type ControlledTransaction, sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { DB } from '#server/db/types.ts';

export async function deleteLeadDays(db: Db, zones: { of: string } | { except: string }): Promise<void> {
  const which = 'of' in zones ? sql`time_zone = ${zones.of}` : sql`time_zone <> ${zones.except}`;
  await sql`delete from lead_figures where ${which}`.execute(db);
}

/** Waits briefly for running writes and blocks others until commit. */
export async function pauseLeadWrites(db: Db): Promise<void> {
  await sql`set local lock_timeout = '5s'`.execute(db);
  await sql`lock table leads in share row exclusive mode`.execute(db);
}

export async function openLeadCount(db: Db): Promise<ControlledTransaction<DB>> {
  return db.startTransaction().setIsolationLevel('repeatable read').execute();
}

export async function fixSnapshot(db: Db): Promise<void> {
  await sql`select from leads limit 1`.execute(db);
}

export async function countNextLeadDays(
  db: Db,
  timeZone: string,
  afterId: string,
  most: number,
): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    select count_lead_days(${timeZone}, ${afterId}, ${most}) as last`.execute(db);
  return rows[0]?.last ?? null;
}
