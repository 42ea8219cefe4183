import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/** Adds a try to each key, starting anew where the window is over. @returns the tries and the end of window per key. */
export async function addTry(db: Db, keys: readonly string[], now: Date, resetsAt: Date) {
  const { rows } = await sql<{ key: string; tries: number; resets_at: Date }>`
    insert into throttles as t (key, tries, resets_at)
    select key, 1, ${resetsAt} from unnest(${[...keys].sort()}::text[]) as wanted (key) order by key
    on conflict (key) do update set
      tries = case when t.resets_at <= ${now} then 1 else t.tries + 1 end,
      resets_at = case when t.resets_at <= ${now} then excluded.resets_at else t.resets_at end
    returning key, tries, resets_at`.execute(db);
  return rows;
}

export async function forgetTries(db: Db, key: string): Promise<void> {
  await db.deleteFrom('throttles').where('key', '=', key).execute();
}

export async function takeBackTry(db: Db, key: string): Promise<void> {
  await db
    .updateTable('throttles')
    .set((set) => ({ tries: set('tries', '-', 1) }))
    .where('key', '=', key)
    .where('tries', '>', 0)
    .execute();
}

export async function deleteTriesBefore(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('throttles').where('resets_at', '<', now).execute();
}
