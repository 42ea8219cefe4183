import { sql } from 'kysely';
import type {
  CustomerMessageKind,
  CustomerMessageWay,
} from '#contract/customer-messages/customer-message.ts';
import { isOpenLead, selectKeptId } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';

/** A customer found by `name`: a phone number, or the ID that WhatsApp gives somebody. `lead`: their open lead, else their newest one. */
export type KnownSender = { name: string; customer: string; lead: string | null };

/**
 * Finds the customers of phone numbers, the kept ones after a merge; numbers that nobody has are missing, and so is who is being
 * erased.
 */
export async function findKnownSenders(db: Db, names: readonly string[]): Promise<KnownSender[]> {
  const { rows } = await sql<KnownSender>`
    select c.mobile as name, kept.id as customer,
      (select l.id from leads l where l.customer_id = kept.id and l.merged_into is null
        order by ${isOpenLead('l')} desc, l.created_at desc limit 1) as lead
    from customers c join customers kept on kept.id = ${selectKeptId('c')}
    where c.mobile = any(${names}::text[]) and not kept.is_erasing`.execute(db);
  return rows;
}

/**
 * A message that a customer may answer. `standing`: the booking that stands at its place, by the version of the lead that made it;
 * `wamid`: what WhatsApp calls the message, null where that is not known; `isOvertaken`: somebody of the dealer's wrote to the customer
 * since; `isLeadOpen`: an answer can join the lead.
 */
export type AnsweredMessage = {
  id: string;
  lead: string;
  kind: CustomerMessageKind;
  way: CustomerMessageWay;
  standing: { lead: string; version: number } | null;
  isLeadOpen: boolean;
  wamid: string | null;
  isOvertaken: boolean;
  rating: number | null;
  answer: string | null;
};

/** Finds the messages that a customer got, or may have got, between two moments: the 20 newest, newest first. */
export async function findMessagesToCustomer(
  db: Db,
  customer: string,
  { since, until }: { since: Date; until: Date },
): Promise<AnsweredMessage[]> {
  const { rows } = await sql<AnsweredMessage>`
    select m.id, m.lead_id as lead, m.kind, m.way, m.rating, m.answer,
      l.is_active and l.merged_into is null and l.status in ('pending', 'potential', 'booked') as "isLeadOpen",
      (select json_build_object('lead', s.lead_id, 'version', s.lead_version)
        from bookings b join bookings s on s.lead_id = coalesce(l.merged_into, l.id) and s.ended_at is null
          and (s.service_center_id, s.day) = (b.service_center_id, b.day) and s.time is not distinct from b.time
        where b.lead_id = m.lead_id and b.lead_version = m.booking_version) as standing,
      (select wamid from whatsapp_messages w where w.customer_message_id = m.id) as wamid,
      exists (select from leads o join lead_contacts c on c.lead_id = o.id where o.customer_id = l.customer_id and c.is_message
        and c.channel = 'whatsapp' and c.created_at between m.asked_at and ${until}) as "isOvertaken"
    from leads l join customer_messages m on m.lead_id = l.id
    where l.customer_id = ${customer} and m.asked_at between ${since} and ${until}
      and m.state in ('asked', 'sent', 'delivered', 'read')
      and not exists (select from whatsapp_messages w where w.customer_message_id = m.id and w.state = 'waiting')
    order by m.asked_at desc, m.id desc limit 20`.execute(db);
  return rows;
}

/** Saves the answer to a message. A `rating` of null leaves an earlier one. */
export async function saveMessageAnswer(
  db: Db,
  id: string,
  { answer, rating, at }: { answer: string; rating: number | null; at: Date },
): Promise<void> {
  await sql`
    update customer_messages set answer = ${answer}, answered_at = ${at}, rating = coalesce(${rating}, rating)
    where id = ${id}`.execute(db);
}
