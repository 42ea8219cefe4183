import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/** What those are called who sent what became or joined leads. */
export async function findSenders(db: Db, leads: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ phone: string }>`
    select distinct name as phone from deliveries d, unnest(array[d.phone, d.user_id]) name
    where d.lead_id = any(${leads}::uuid[]) and name is not null`.execute(db);
  return rows.map(({ phone }) => phone);
}

/**
 * Forgets what was said, of these leads, by this phone and, where it became no lead, by these senders. What says it came before
 * stays.
 */
export async function eraseTexts(
  db: Db,
  { leads, phone, senders }: { leads: readonly string[]; phone: string | null; senders: readonly string[] },
): Promise<void> {
  await sql`
    update deliveries set body = null, content_type = null, parsed = null, enquiry = null, phone = null, user_id = null, summary = null, answer = null,
      answer_state = case answer_state when 'waiting' then 'failed' else answer_state end,
      answer_reason = case answer_state when 'waiting' then 'erased' else answer_reason end,
      key = case when key like 'text %' then 'erased ' || id else key end,
      reason = case when lead_id is null then 'erased' end,
      state = case when lead_id is null then 'ignored' else state end, try_at = null
    where lead_id = any(${leads}::uuid[]) or phone = ${phone}
      or (lead_id is null and phone = any(${senders}::text[]))`.execute(db);
}

/** Those that became no lead; what failed may still. @returns how many. */
export async function deleteOld(db: Db, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from deliveries where id in (
      select id from deliveries where state in ('toPlace', 'ignored') and received_at < ${before}
      limit ${most} for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0);
}
