import { type ControlledTransaction, sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { DB } from '#server/db/types.ts';

/** Deletes the counters by day of one time zone, or of all but one. */
export async function deleteLeadDays(db: Db, zones: { of: string } | { except: string }): Promise<void> {
  const which = 'of' in zones ? sql`time_zone = ${zones.of}` : sql`time_zone <> ${zones.except}`;
  await sql`delete from lead_figures where ${which}`.execute(db);
}

/**
 * Blocks all writes to leads until commit, once those under way have ended. It gives up after 5 seconds of waiting: PostgreSQL then
 * ends the transaction.
 */
export async function pauseLeadWrites(db: Db): Promise<void> {
  await sql`set local lock_timeout = '5s'`.execute(db);
  await sql`lock table leads in share row exclusive mode`.execute(db);
}

/** Starts a transaction that sees one moment throughout; the caller commits it or rolls it back. */
export async function openLeadCount(db: Db): Promise<ControlledTransaction<DB>> {
  return db.startTransaction().setIsolationLevel('repeatable read').execute();
}

/** Reads a row, which fixes the moment that a repeatable-read transaction sees. */
export async function fixSnapshot(db: Db): Promise<void> {
  await sql`select from leads limit 1`.execute(db);
}

/**
 * Adds the next leads behind an id, at most `most`, to the counters by day of a time zone.
 *
 * @returns the id of the last of them; null when none was left.
 */
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
