import { sql } from 'kysely';
import type { SkippedEchoReason } from '#contract/intake/whatsapp.ts';
import type { Db } from '#server/db/transaction.ts';

const hadNoLead: SkippedEchoReason = 'noOpenLead';

/**
 * Makes what was written to people in the WhatsApp Business app since a moment, and found no lead, due again: they have one now.
 *
 * @returns whether there is any.
 */
export async function requeueEchoes(
  db: Db,
  { people, since, at }: { people: readonly string[]; since: Date; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update deliveries set state = 'waiting', reason = null, unfinished = 0, try_at = ${at} where id in (
      select id from deliveries where (phone = any(${people}::text[]) or user_id = any(${people}::text[]))
        and state = 'ignored' and reason = ${hadNoLead} and (parsed ->> 'askedAt')::timestamptz >= ${since}
      for update skip locked)`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Tells whether something came in for a lead, or one that was joined with it, that was written after a delivery. */
export async function hasEnquiryAfter(db: Db, lead: string, delivery: string): Promise<boolean> {
  const { rows } = await sql<{ hasLater: boolean }>`
    select exists (
      select from leads l join deliveries d on d.lead_id = l.id
      where (l.id = ${lead} or l.merged_into = ${lead}) and d.contact_id is null and d.id > ${delivery}) as "hasLater"`.execute(
    db,
  );
  return rows[0]?.hasLater ?? false;
}

/** Finds which contacts on leads are messages that somebody wrote in the WhatsApp Business app, on a phone of the dealer. @returns their IDs. */
export async function findContactsFromBusinessApp(db: Db, contacts: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select contact_id as id from deliveries where contact_id = any(${contacts}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
