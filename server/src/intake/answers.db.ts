import { sql } from 'kysely';
import { selectKeptId } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';

/**
 * Finds under which other names people are known, themselves included: phones and WhatsApp's ids that one of their messages bears
 * together, or that leads of one customer came from. `isAnswered`: this alias had an automatic answer since `since`.
 */
export async function findAnsweredAliases(
  db: Db,
  names: readonly string[],
  since: Date,
): Promise<{ name: string; alias: string; isAnswered: boolean }[]> {
  const { rows } = await sql<{ name: string; alias: string; isAnswered: boolean }>`
    with asked as (select distinct name from unnest(${names}::text[]) name),
    sent as (
      select name, phone, user_id from asked join deliveries on phone = name
      union select name, phone, user_id from asked join deliveries on user_id = name
      union select asked.name, d.phone, d.user_id from asked join customers c on c.mobile = asked.name
        join leads l on l.customer_id = ${selectKeptId('c')} join deliveries d on d.lead_id = l.id),
    known as (
      select name, name as alias from asked
      union select name, alias from sent cross join unnest(array[phone, user_id]) alias where alias is not null)
    select name, alias, exists (select from deliveries where phone = alias and answered_at >= ${since})
      or exists (select from deliveries where user_id = alias and answered_at >= ${since}) as "isAnswered"
    from known`.execute(db);
  return rows;
}

/**
 * Marks deliveries as answered automatically; sends nothing.
 *
 * @param mailed those of `ids` that are answered by email.
 * @param refused those whose connection has sent too many.
 */
export async function markDeliveriesAnswered(
  db: Db,
  {
    ids,
    mailed,
    refused,
    at,
  }: { ids: readonly string[]; mailed: readonly string[]; refused: readonly string[]; at: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update deliveries set answered_at = ${at},
      answer_state = case when id = any(${mailed}::uuid[]) then 'waiting' when id = any(${refused}::uuid[]) then 'failed' end,
      answer_reason = case when id = any(${refused}::uuid[]) then 'tooMany' end
    where id = any(${ids}::uuid[])`.execute(db);
}

/** Stores the text that answers a delivery, unless the delivery was erased or answered meanwhile. */
export async function storeAnswer(db: Db, id: string, text: string): Promise<void> {
  await sql`update deliveries set answer = ${text} where id = ${id} and phone is not null
    and answer_state is distinct from 'sent'`.execute(db);
}

/** Stores what became of an answer by email that was waiting; a `failure` of null means it was sent. */
export async function saveAnswerOutcome(db: Db, id: string, failure: string | null): Promise<void> {
  await sql`
    update deliveries set answer_state = case when answer is null or ${failure}::text is not null then 'failed' else 'sent' end,
      answer_reason = coalesce(${failure}, case when answer is null then 'nothingToSay' end)
    where id = ${id} and answer_state = 'waiting'`.execute(db);
}
