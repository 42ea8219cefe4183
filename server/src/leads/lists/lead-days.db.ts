import { type ControlledTransaction, sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { DB } from '#server/db/types.ts';

/** Deletes the counters by day of a time zone, or of all but one. */
export async function forgetLeadDays(db: Db, zones: { of: string } | { except: string }): Promise<void> {
  const which = 'of' in zones ? sql`time_zone = ${zones.of}` : sql`time_zone <> ${zones.except}`;
  await sql`delete from lead_entry_counts where ${which}`.execute(db);
  await sql`delete from lead_status_counts where ${which}`.execute(db);
  await sql`delete from lead_figures where ${which}`.execute(db);
}

/** Waits briefly until no write to a lead is under way, and blocks further ones until commit. */
export async function pauseLeadWrites(db: Db): Promise<void> {
  await sql`set local lock_timeout = '5s'`.execute(db);
  await sql`lock table leads in share row exclusive mode`.execute(db);
}

/** A transaction that will see the leads as they are at its first statement, on a connection of its own. */
export async function openLeadCount(db: Db): Promise<ControlledTransaction<DB>> {
  return db.startTransaction().setIsolationLevel('repeatable read').execute();
}

/** The first statement: what is committed later is not seen. */
export async function seeLeadsNow(db: Db): Promise<void> {
  await sql`select from leads limit 1`.execute(db);
}

/** Counts the next leads after an id by their days. @returns the last id looked at, null when none is left. */
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
