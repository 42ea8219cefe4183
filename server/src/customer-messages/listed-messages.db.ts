import { type RawBuilder, sql } from 'kysely';
import type { CustomerMessage } from '#contract/customer-messages/customer-message.ts';
import type { ListedCustomerMessage } from '#contract/customer-messages/customer-messages.ts';
import type { CustomerMessageList } from '#contract/customer-messages/message-lists.ts';
import { isOneOf } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';

type MessageRow = Omit<CustomerMessage, 'dueAt' | 'at'> & { dueAt: Date; at: Date };
/** A message as lists show it, with moments as `Date`. */
export type ListedRow = MessageRow & {
  lead: ListedCustomerMessage['lead'];
  serviceCenter: ListedCustomerMessage['serviceCenter'];
};

const columns = sql`m.id as _id, m.kind, m.way, m.language, m.text, m.state, m.reason, m.due_at as "dueAt", m.state_at as at,
  m.parts, m.answer, m.rating, m.whatsapp_reason as "whatsappReason"`;

const listedColumns = sql`${columns}, json_build_object('_id', l.id, 'name', l.name, 'phone', l.phone) as lead,
  json_build_object('_id', c.id, 'name', c.name) as "serviceCenter"`;

const lists: Record<CustomerMessageList, { holds: RawBuilder<unknown>; order: RawBuilder<unknown> }> = {
  waiting: { holds: sql`m.state in ('waiting', 'asked')`, order: sql`m.due_at, m.id` },
  failed: { holds: sql`m.state = 'failed'`, order: sql`m.state_at desc, m.id desc` },
  ended: {
    holds: sql`m.state in ('sent', 'delivered', 'read', 'skipped')`,
    order: sql`m.state_at desc, m.id desc`,
  },
};

/** Finds a page of a list of messages, in the order of that list. */
export async function findListedMessages(
  db: Db,
  list: CustomerMessageList,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedRow[]> {
  const { holds, order } = lists[list];
  const { rows } = await sql<ListedRow>`
    select ${listedColumns}
    from (select * from customer_messages m where ${holds} order by ${order} limit ${limit} offset ${offset}) m
    join leads l on l.id = m.lead_id join service_centers c on c.id = m.service_center_id
    order by ${order}`.execute(db);
  return rows;
}

/** Finds a message by its id, as lists show it. */
export async function findListedMessage(db: Db, id: string): Promise<ListedRow | undefined> {
  const { rows } = await sql<ListedRow>`
    select ${listedColumns} from customer_messages m
    join leads l on l.id = m.lead_id join service_centers c on c.id = m.service_center_id where m.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** Counts the messages of a list, up to `most`. */
export async function countListedMessages(db: Db, list: CustomerMessageList, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from customer_messages m where ${lists[list].holds} limit ${most}) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Finds the messages of leads with a lower id than `before`, newest first, without those that were withdrawn before they were sent. */
export async function findTimelineMessages(
  db: Db,
  leads: readonly string[],
  { before, limit }: { before: string; limit: number },
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select ${columns} from customer_messages m
    where m.lead_id ${isOneOf(leads)} and m.id < ${before}
      and not (m.state = 'skipped' and m.reason = 'notTrueAnyMore')
    order by m.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Makes a failed message due again. @returns false, and changes nothing, if it did not fail or may have been sent. */
export async function retryFailedMessage(db: Db, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update customer_messages set state = 'waiting', reason = null, state_at = ${now}, try_at = ${now}, attempts = 0,
      refused_ways = '{}', whatsapp_reason = null, asked_at = null
    where id = ${id} and state = 'failed' and reason is distinct from 'unknown' returning id`.execute(db);
  return rows.length > 0;
}

/** Tells whether a message failed since a moment, the SMS gateway fails while it is used, or a chosen template is not approved. */
export async function hasMessageFailures(db: Db, since: Date): Promise<boolean> {
  const { rows } = await sql<{ isFailing: boolean }>`
    select exists (select from customer_messages where state = 'failed' and state_at >= ${since})
      or exists (select from sms_gateway where failing_since is not null and not is_paused)
      or exists (select from message_settings where is_on and unapproved_templates <> '[]') as "isFailing"`.execute(
    db,
  );
  return rows[0]?.isFailing ?? false;
}
