import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

const lock = sql`hashtextextended('erasures', 0)`;

/** Waits until whatever records something older has committed, and keeps others from beginning until commit. */
export async function lockErasuresExclusively(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(db);
}

/** Waits until an erasure under way has committed, and keeps others from beginning until commit. */
export async function lockErasuresShared(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lock})`.execute(db);
}

/** Stores hashes of erased numbers; a known one gets the new moment. */
export async function insertErasedNumbers(db: Db, hashes: readonly Buffer[], at: Date): Promise<void> {
  await sql`
    insert into erased_numbers (hash, erased_at) select distinct hash, ${at}::timestamptz from unnest(${hashes}::bytea[]) hash
    on conflict (hash) do update set erased_at = excluded.erased_at`.execute(db);
}

/** Finds when the numbers with these hashes were last erased; others are missing. */
export async function findErasedNumbers(
  db: Db,
  hashes: readonly Buffer[],
): Promise<{ hash: Buffer; erasedAt: Date }[]> {
  const { rows } = await sql<{ hash: Buffer; erasedAt: Date }>`
    select hash, erased_at as "erasedAt" from erased_numbers where hash = any(${hashes}::bytea[])`.execute(
    db,
  );
  return rows;
}

/** Tells whether any stored number was erased before a moment. */
export async function hasNumbersErasedBefore(db: Db, before: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from erased_numbers where erased_at < ${before}) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Deletes the hashes of numbers that were erased before a moment. */
export async function deleteErasedNumbersBefore(db: Db, before: Date): Promise<void> {
  await sql`delete from erased_numbers where erased_at < ${before}`.execute(db);
}
