import { type RawBuilder, sql } from 'kysely';
import { containsNumber } from '#server/db/numbers-in-text.ts';
import type { Db } from '#server/db/transaction.ts';

/** Finds who sent the enquiries of leads: their phone numbers and their ids on WhatsApp. */
export async function findSenderIdsOfLeads(db: Db, leads: readonly string[]): Promise<string[]> {
  return findNames(db, sql`lead_id = any(${leads}::uuid[])`);
}

/** Finds the other names of these people on WhatsApp: the id of a number, the number of an id. */
export async function findWhatsAppAliases(db: Db, numbers: readonly string[]): Promise<string[]> {
  return findNames(
    db,
    sql`user_id is not null and (phone = any(${numbers}::text[]) or user_id = any(${numbers}::text[]))`,
  );
}

async function findNames(db: Db, condition: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ phone: string }>`
    select distinct name as phone from deliveries d, unnest(array[d.phone, d.user_id]) name
    where ${condition} and name is not null`.execute(db);
  return rows.map(({ phone }) => phone);
}

/**
 * Erases the texts of deliveries, with the files and pictures that came with them and the answers that wait to be sent. The deliveries
 * stay without them. Deliveries that nobody has understood yet are erased where they name one of the numbers or senders.
 *
 * @param erased.ids the deliveries themselves.
 * @param erased.leads all deliveries of these leads.
 * @param erased.numbers all deliveries of these phone numbers or WhatsApp ids.
 * @param erased.senders those deliveries of these that became no lead.
 */
export async function eraseDeliveryTexts(
  db: Db,
  {
    ids = [],
    leads = [],
    numbers = [],
    senders = [],
  }: Partial<Record<'ids' | 'leads' | 'numbers' | 'senders', readonly string[]>>,
): Promise<void> {
  const text = sql`coalesce(parsed::text, '') || encode(body, 'escape')`;
  const isNotUnderstood = sql`lead_id is null and phone is null and body is not null
    and state in ('waiting', 'failed', 'toPlace') and ${containsNumber(text, [...numbers, ...senders])}`;
  const { rows } = await sql<{ id: string }>`
    update deliveries set body = null, content_type = null, parsed = null, enquiry = null, phone = null, user_id = null, summary = null, answer = null,
      answer_state = case answer_state when 'waiting' then 'failed' else answer_state end,
      answer_reason = case answer_state when 'waiting' then 'erased' else answer_reason end,
      key = case when key like 'text %' then 'erased ' || id else key end,
      reason = case when lead_id is null then 'erased' end,
      state = case when lead_id is null then 'ignored' else state end, try_at = null
    where id = any(${ids}::uuid[]) or lead_id = any(${leads}::uuid[])
      or phone = any(${numbers}::text[]) or user_id = any(${numbers}::text[])
      or (lead_id is null and (phone = any(${senders}::text[]) or user_id = any(${senders}::text[])))
      or (${isNotUnderstood})
    returning id`.execute(db);
  const erased = rows.map(({ id }) => id);
  // A statement of its own, which sees a picture that was stored while the one before waited for its delivery.
  await sql`
    with pictures as (delete from message_pictures where delivery_id = any(${erased}::uuid[]))
    delete from delivery_attachments where delivery_id = any(${erased}::uuid[])`.execute(db);
}

/** Finds when the delivery came that has waited longest and is still worked by itself; null when none is. */
export async function findOldestWaitingReceivedAt(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ oldest: Date | null }>`
    select min(received_at) as oldest from deliveries where state in ('waiting', 'failed')`.execute(db);
  return rows[0]?.oldest ?? null;
}

/**
 * Deletes deliveries from before a moment that became no lead, at most `most`; failed ones stay, since they may still become one.
 *
 * @returns how many.
 */
export async function deleteOldDeliveries(db: Db, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from deliveries where id in (
      select id from deliveries where state in ('toPlace', 'ignored') and received_at < ${before}
      limit ${most} for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0);
}
