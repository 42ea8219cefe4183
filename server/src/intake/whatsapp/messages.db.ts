import { type RawBuilder, sql } from 'kysely';
import type { MessageFailure, MessageState } from '#contract/intake/whatsapp.ts';
import { isOneOf } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';
import type { MessageExtra } from '#server/intake/meta/outgoing-message.ts';
import { selectDeliveryText } from '#server/intake/read-text.db.ts';

type NewMessage = {
  id: string;
  connection: string;
  lead: string;
  contact: string | null;
  delivery: string | null;
  number: string;
  recipient: string;
  text: string;
  until: Date;
  at: Date;
  customerMessage?: string;
  extra?: MessageExtra | null;
};

/** A message that WhatsApp is asked to send, from one of the dealer's numbers to a recipient. `isOfBooking`: an automatic one about a booking. */
export type ClaimedMessage = {
  id: string;
  number: string;
  recipient: string;
  text: string;
  extra: MessageExtra | null;
  until: Date;
  attempts: number;
  isOfBooking: boolean;
};

/** `wamid`: what WhatsApp calls the message. */
type Heard = {
  id: string;
  wamid?: string | undefined;
  state: Exclude<MessageState, 'waiting' | 'asked'>;
  reason: MessageFailure | 'templateNotApproved' | null;
  at: Date;
};

/** Queues a message to be sent; a second one of the same contact is left out. */
export async function insertMessage(db: Db, message: NewMessage): Promise<void> {
  const { id, connection, lead, contact, delivery, number, recipient, text, until, at } = message;
  const { customerMessage = null, extra = null } = message;
  await db
    .insertInto('whatsapp_messages')
    .values({
      ...{ id, connection_id: connection, lead_id: lead, contact_id: contact, delivery_id: delivery },
      ...{ number, recipient, text, until, state_at: at, try_at: at },
      ...{ customer_message_id: customerMessage, extra: extra && JSON.stringify(extra) },
    })
    .onConflict((taken) => taken.column('contact_id').doNothing())
    .execute();
}

const isNext = sql`not exists (
  select from whatsapp_messages earlier where earlier.connection_id = w.connection_id and earlier.try_at is not null
    and earlier.id < w.id and (earlier.recipient = w.recipient or earlier.lead_id = w.lead_id))`;

/**
 * A condition in SQL on the whole table, not on a row: there are messages due to be sent, or WhatsApp was asked for some before
 * `since` and has not answered.
 */
export function areMessagesDue(now: Date, since: Date): RawBuilder<boolean> {
  return sql`(exists (select from whatsapp_messages where state = 'asked' and state_at < ${since}) or exists (
    select from meta_connections m where exists (
      select from whatsapp_messages w where w.connection_id = m.id and w.try_at <= ${now})))`;
}

/** Finds the ids of the connections that may ask and have something to send. */
export async function findConnectionIdsToSend(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from meta_connections m
    where (m.fetch_after is null or m.fetch_after <= ${now}) and exists (
      select from whatsapp_messages w where w.connection_id = m.id and w.try_at <= ${now} and ${isNext})`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * Claims the earliest written message that is due, of a connection that may send now; undefined when there is none or another process
 * has it. Messages to one person keep their order. From here on it counts as asked, and nobody sends it again unless WhatsApp refuses
 * it, so that a process that dies sends nothing twice.
 */
export async function claimMessage(
  db: Db,
  connection: string,
  now: Date,
): Promise<ClaimedMessage | undefined> {
  const { rows } = await sql<ClaimedMessage>`
    update whatsapp_messages set state = 'asked', state_at = ${now}, try_at = null where id = (
      select w.id from whatsapp_messages w where w.connection_id = ${connection} and w.try_at <= ${now} and ${isNext}
        and (w.customer_message_id is null or w.until <= ${now} or is_message_true(w.customer_message_id))
        and exists (select from meta_connections m
          where m.id = w.connection_id and (m.fetch_after is null or m.fetch_after <= ${now}))
      order by w.id limit 1 for update skip locked)
    returning id, number, recipient, text, extra, until, attempts, customer_message_id is not null as "isOfBooking"`.execute(
    db,
  );
  return rows[0];
}

/** Makes a claimed message due again at a later moment. @param options.attempts how often it had been postponed before. */
export async function postponeMessage(
  db: Db,
  id: string,
  { attempts, tryAt }: { attempts: number; tryAt: Date },
): Promise<void> {
  await sql`
    update whatsapp_messages set state = 'waiting', try_at = ${tryAt}, attempts = attempts + 1
    where id = ${id} and state = 'asked' and attempts = ${attempts}`.execute(db);
}

/** Fails the messages that were handed to WhatsApp before a moment and never answered, and erases their texts. */
export async function failUnansweredWhatsAppMessages(db: Db, before: Date, now: Date): Promise<void> {
  await sql`
    update whatsapp_messages set state = 'failed', reason = 'unknown', state_at = ${now}, text = null, recipient = null, extra = null
    where state = 'asked' and state_at < ${before}`.execute(db);
}

/** Stores what became of messages of a connection, unless more is known already; their texts are erased. */
export async function saveMessageStatuses(
  db: Db,
  connection: string,
  heard: readonly Heard[],
): Promise<void> {
  if (heard.length === 0) return;
  const place = (state: string, reason: string) => sql`
    case ${sql.raw(state)} when 'waiting' then 0 when 'asked' then 1 when 'sent' then 3 when 'delivered' then 5 when 'read' then 6
      else case when ${sql.raw(reason)} = 'unknown' then 2 else 4 end end`;
  await sql`
    with given as (
      select distinct on (id) * from (
        select id, state, reason, at, wamid, ${place('state', 'reason')} as place from unnest(
          ${heard.map(({ id }) => id)}::uuid[], ${heard.map(({ state }) => state)}::text[],
          ${heard.map(({ reason }) => reason)}::text[], ${heard.map(({ at }) => at)}::timestamptz[],
          ${heard.map(({ wamid }) => wamid ?? null)}::text[]
        ) each (id, state, reason, at, wamid)) each order by id, place desc),
    held as (
      select w.id from whatsapp_messages w join given using (id)
      where w.connection_id = ${connection} order by w.id for update of w)
    update whatsapp_messages w set state = given.state, reason = given.reason, state_at = given.at,
      text = null, recipient = null, extra = null, try_at = null, wamid = coalesce(given.wamid, w.wamid)
    from given join held using (id)
    where w.id = given.id and given.place > ${place('w.state', 'w.reason')}`.execute(db);
}

/** Finds what became of the messages of contacts; a contact without a message is missing. */
export async function findMessageOutcomes(
  db: Db,
  contacts: readonly string[],
): Promise<{ contact: string; state: MessageState; reason: MessageFailure | null; at: Date }[]> {
  if (contacts.length === 0) return [];
  const { rows } = await sql<{
    contact: string;
    state: MessageState;
    reason: MessageFailure | null;
    at: Date;
  }>`
    select contact_id as contact, state, reason, state_at as at from whatsapp_messages
    where contact_id = any(${contacts}::uuid[])`.execute(db);
  return rows;
}

/**
 * A message as it was read when it came. `number`: to which of the dealer's it was sent, as Meta calls it. `sender`: their phone,
 * or WhatsApp's id of them. `sentAt`: when it was written.
 */
export type ReceivedMessage = {
  connection: string;
  number: string | null;
  sender: string | null;
  sentAt: Date | null;
  receivedAt: Date;
};

const received = sql`
  select d.connection_id as connection, d.parsed ->> 'place' as number, ${selectDeliveryText('phone')} as sender,
    (d.parsed ->> 'askedAt')::timestamptz as "sentAt", d.received_at as "receivedAt"
  from deliveries d join connections c on c.id = d.connection_id and c.kind = 'whatsapp'`;

/**
 * Finds the newest messages that the customer of leads has sent, newest first, at most `most`; messages to them and notices of
 * WhatsApp about them are left out.
 */
export async function findReceivedMessages(
  db: Db,
  leads: readonly string[],
  most: number,
): Promise<ReceivedMessage[]> {
  const { rows } = await sql<ReceivedMessage>`
    ${received} where d.lead_id ${isOneOf(leads)} and d.contact_id is null and d.parsed is not null and d.parsed ->> 'ignored' is null
      order by d.id desc limit ${sql.lit(most)}`.execute(db);
  return rows;
}

/** Finds a message by its delivery; undefined once it is erased. */
export async function findReceivedMessage(db: Db, delivery: string): Promise<ReceivedMessage | undefined> {
  const { rows } = await sql<ReceivedMessage>`
    ${received} where d.id = ${delivery} and d.parsed is not null`.execute(db);
  return rows[0];
}

/** Erases the texts of messages that leads' customers were to get; those that wait are never sent. */
export async function eraseMessages(db: Db, leads: readonly string[]): Promise<void> {
  await sql`
    update whatsapp_messages set text = null, recipient = null, extra = null, try_at = null, state = 'failed', reason = 'erased'
    where lead_id = any(${leads}::uuid[]) and text is not null`.execute(db);
  // It holds the number that it was sent to.
  await sql`update whatsapp_messages set wamid = null where lead_id = any(${leads}::uuid[]) and wamid is not null`.execute(
    db,
  );
}

/** Deletes the waiting messages about bookings of leads. @returns the ids of the customer messages that they were to send. */
export async function deleteQueuedMessagesOfLeads(db: Db, leads: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ message: string }>`
    delete from whatsapp_messages where lead_id = any(${leads}::uuid[]) and customer_message_id is not null and state = 'waiting'
    returning customer_message_id as message`.execute(db);
  return rows.map(({ message }) => message);
}

/** Marks a message about a booking as given back, since WhatsApp was not asked for it in time: the caller's job decides it again. */
export async function giveBackMessage(db: Db, id: string, at: Date): Promise<void> {
  await sql`
    update whatsapp_messages set state = 'failed', reason = 'givenBack', state_at = ${at}, try_at = null,
      text = null, recipient = null, extra = null
    where id = ${id} and state in ('waiting', 'asked')`.execute(db);
}

/** Deletes what became of an earlier attempt at a message about a booking. */
export async function deleteEndedAttempt(db: Db, customerMessage: string): Promise<void> {
  await sql`delete from whatsapp_messages where customer_message_id = ${customerMessage} and state = 'failed'`.execute(
    db,
  );
}

/**
 * A number of the dealer on WhatsApp. `number`: Meta's id of it. `isResting`: Meta refuses its token, or takes no more until a later
 * moment.
 */
export type SendingNumber = { connection: string; number: string; center: string | null; isResting: boolean };

/**
 * Finds the dealer's numbers of a connection from which messages can be sent: those that are set for centers first, then the one to
 * which somebody wrote last.
 */
export async function findSendingNumbers(db: Db, connection: string, now: Date): Promise<SendingNumber[]> {
  const { rows } = await sql<SendingNumber>`
    select m.id as connection, n.number, n.center,
      m.token_ended_at is not null or coalesce(m.fetch_after > ${now}, false) as "isResting"
    from meta_connections m join connections c on c.id = m.id and c.kind = 'whatsapp', lateral (
      select external_id as number, service_center_id as center, 1 as place from connection_sources s where s.connection_id = m.id
      union all (select d.parsed ->> 'place', null, 2 from deliveries d
        where d.connection_id = m.id and d.parsed ->> 'place' is not null order by d.id desc limit 1)) n
    where m.id = ${connection} order by n.place, n.number`.execute(db);
  return rows;
}
