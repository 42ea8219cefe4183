import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/** A key that attempts are counted under, and how many are allowed in a window of time. */
export type ThrottleKey = { key: string; most: number };

const purgedAtOnce = 10;

/**
 * Milliseconds by which processes' clocks may differ. A window that ends later was begun by a clock that was set back since.
 */
const mostSkew = 15 * 60_000;

/**
 * Counts an attempt under some keys. The second key counts only while the first allows it, so that a refused client adds no more keys.
 * More expired windows are deleted than are added.
 *
 * @returns per counted key the attempts and the end of the window.
 */
export async function addAttempt(
  db: Db,
  [first, second]: readonly [ThrottleKey, ThrottleKey?],
  now: Date,
  resetsAt: Date,
): Promise<{ tries: number; resets_at: Date }[]> {
  const latest = new Date(resetsAt.getTime() + mostSkew);
  const isOver = sql`(t.resets_at <= ${now} or t.resets_at > ${latest})`;
  const another = sql`on conflict (key) do update set
    tries = case when ${isOver} then 1 else t.tries + 1 end,
    resets_at = case when ${isOver} then excluded.resets_at else t.resets_at end
    returning tries, resets_at`;
  const { rows } = await sql<{ tries: number; resets_at: Date }>`
    with purged as (
      delete from throttles where key in (
        select key from throttles
        where resets_at <= ${now} and key <> ${first.key} and key <> ${second?.key ?? first.key}
        order by resets_at limit ${purgedAtOnce} for update skip locked)
    ), first as (
      insert into throttles as t (key, tries, resets_at) values (${first.key}, 1, ${resetsAt}) ${another}
    ), second as (
      insert into throttles as t (key, tries, resets_at)
      select ${second?.key ?? ''}, 1, ${resetsAt} from first
      where tries <= ${first.most} and ${second !== undefined}::boolean ${another}
    )
    select 1 as place, * from first union all select 2, * from second order by place`.execute(db);
  return rows;
}

/** Deletes the count of attempts under a key. */
export async function forgetAttempts(db: Db, key: string): Promise<void> {
  await db.deleteFrom('throttles').where('key', '=', key).execute();
}

/** Takes one attempt off the count under a key. */
export async function undoAttempt(db: Db, key: string): Promise<void> {
  await db
    .updateTable('throttles')
    .set((set) => ({ tries: set('tries', '-', 1) }))
    .where('key', '=', key)
    .where('tries', '>', 0)
    .execute();
}
