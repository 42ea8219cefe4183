import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/** What those are called who had an answer since `since`, among people of some names: phones and WhatsApp's ids. */
export async function findAnswered(db: Db, names: readonly string[], since: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from deliveries cross join unnest(array[phone, user_id]) name
    where (phone = any(${names}::text[]) or user_id = any(${names}::text[])) and answered_at >= ${since}
      and name is not null`.execute(db);
  return rows.map(({ name }) => name);
}

/** @param mailed those of `ids` that are answered by email. */
export async function markAnswered(
  db: Db,
  { ids, mailed, at }: { ids: readonly string[]; mailed: readonly string[]; at: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update deliveries set answered_at = ${at},
      answer_state = case when id = any(${mailed}::uuid[]) then 'waiting' end
    where id = any(${ids}::uuid[])`.execute(db);
}

/** What a delivery is answered with, unless it is erased meanwhile. */
export async function keepAnswer(db: Db, id: string, text: string): Promise<void> {
  await sql`update deliveries set answer = ${text} where id = ${id} and phone is not null`.execute(db);
}

/** What became of an answer by email; one that was never written was not sent. */
export async function settleAnswer(db: Db, id: string, failure: string | null): Promise<void> {
  await sql`
    update deliveries set answer_state = case when answer is null or ${failure}::text is not null then 'failed' else 'sent' end,
      answer_reason = ${failure}
    where id = ${id} and answer_state = 'waiting'`.execute(db);
}
