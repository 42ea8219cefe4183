import { type RawBuilder, sql } from 'kysely';
import type {
  CustomerMessageKind,
  CustomerMessageReason,
  CustomerMessageWay,
} from '#contract/customer-messages/customer-message.ts';
import type { MessageText } from '#contract/message-texts.ts';
import type { Db } from '#server/db/transaction.ts';
import type { KnownMessage, LeadBooking, MessageElsewhere } from './expected-messages.ts';

/** A condition in SQL on the whole table, not on a row: there are leads whose messages are to be planned anew. */
export const hasMessageChecks = sql<boolean>`exists (select from message_checks)`;

/**
 * Takes the oldest message checks: leads whose messages are to be planned anew. They are deleted by the commit, and those that another
 * process has taken are skipped.
 *
 * @returns the leads, each once, and how many checks were taken.
 */
export async function takeMessageChecks(db: Db, most: number): Promise<{ leads: string[]; taken: number }> {
  const { rows } = await sql<{ lead: string }>`
    delete from message_checks where ctid = any(array(
      select ctid from message_checks order by noted_at limit ${sql.lit(most)} for update skip locked))
    returning lead_id as lead`.execute(db);
  return { leads: [...new Set(rows.map(({ lead }) => lead))], taken: rows.length };
}

/** Finds the bookings of leads, oldest first. @returns them by lead. */
export async function findLeadBookings(
  db: Db,
  leads: readonly string[],
): Promise<Map<string, LeadBooking[]>> {
  const { rows } = await sql<LeadBooking & { lead: string }>`
    select lead_id as lead, lead_version as version, service_center_id as center, day, time, booked_at as "bookedAt",
      is_moved as "isMoved", ended_at as "endedAt", ending, outcome, ready_at as "readyAt"
    from bookings where lead_id = any(${leads}::uuid[]) order by lead_id, lead_version`.execute(db);
  return Map.groupBy(rows, ({ lead }) => lead);
}

type PlannedMessage = KnownMessage & { id: string; lead: string; round: number; dueAt: Date };

/**
 * Locks the messages of leads until commit; the caller has locked the leads.
 *
 * @returns the messages by lead, all with `isQueued: false`.
 */
export async function lockMessagesOfLeads(
  db: Db,
  leads: readonly string[],
): Promise<Map<string, PlannedMessage[]>> {
  const { rows } = await sql<PlannedMessage>`
    select m.id, m.lead_id as lead, m.kind, m.booking_version as version, m.round, m.state, m.reason, m.due_at as "dueAt", m.asked_at as "askedAt",
      false as "isQueued"
    from customer_messages m where m.lead_id = any(${leads}::uuid[]) order by m.id for update of m`.execute(
    db,
  );
  return Map.groupBy(rows, ({ lead }) => lead);
}

/** Finds the messages that were sent about other leads of the same customers that are, or were, merged with these. @returns them by lead. */
export async function findMessagesElsewhere(
  db: Db,
  leads: readonly string[],
): Promise<Map<string, MessageElsewhere[]>> {
  const { rows } = await sql<MessageElsewhere & { lead: string }>`
    select l.id as lead, o.id as of, m.kind, m.booking_version as version, m.state, m.reason, m.asked_at as "askedAt",
      b.service_center_id as center, b.day, b.time, exists (
        select from whatsapp_messages w where w.customer_message_id = m.id and w.state = 'waiting') as "isQueued"
    from leads l join leads o on o.customer_id = l.customer_id and o.id <> l.id
      join customer_messages m on m.lead_id = o.id and m.asked_at is not null
      join bookings b on b.lead_id = m.lead_id and b.lead_version = m.booking_version
    where l.id = any(${leads}::uuid[]) and exists (
      select from lead_merges j where (j.lead_id = l.id and o.id = any(j.joined_ids)) or (j.lead_id = o.id and l.id = any(j.joined_ids)))`.execute(
    db,
  );
  return Map.groupBy(rows, ({ lead }) => lead);
}

/** A message that is to be sent at `dueAt`; `version` is that of the lead that made the booking, `at` the moment of planning. */
export type NewMessage = {
  id: string;
  lead: string;
  version: number;
  kind: CustomerMessageKind;
  round: number;
  center: string;
  dueAt: Date;
  at: Date;
};

/** Inserts messages that wait until they are due. One that was withdrawn before it was sent waits again. */
export async function planMessages(db: Db, planned: readonly NewMessage[]): Promise<void> {
  if (planned.length === 0) return;
  const rows = planned.map(({ lead, version, center, dueAt, at, ...each }) => ({
    ...each,
    ...{ lead_id: lead, booking_version: version, service_center_id: center },
    ...{ due_at: dueAt, try_at: dueAt, state_at: at },
  }));
  await sql`
    insert into customer_messages (id, lead_id, booking_version, kind, round, service_center_id, due_at, try_at, state_at)
    select id, lead_id, booking_version, kind, round, service_center_id, due_at, try_at, state_at
    from json_populate_recordset(null::customer_messages, ${JSON.stringify(rows)})
    on conflict (lead_id, booking_version, kind, round) do update set state = 'waiting', reason = null, due_at = excluded.due_at,
      try_at = excluded.due_at, state_at = excluded.state_at, service_center_id = excluded.service_center_id, attempts = 0
    where customer_messages.state = 'skipped' and customer_messages.reason in ('notTrueAnyMore', 'tooLate')`.execute(
    db,
  );
}

/** Changes when messages are due. One that the queue of WhatsApp gave back before it began to send it waits again. */
export async function rescheduleMessages(
  db: Db,
  messages: readonly { id: string; dueAt: Date }[],
): Promise<void> {
  if (messages.length === 0) return;
  await sql`
    update customer_messages m set state = 'waiting', due_at = given.due_at, try_at = given.due_at, asked_at = null
    from unnest(${messages.map(({ id }) => id)}::uuid[], ${messages.map(({ dueAt }) => dueAt)}::timestamptz[]) given (id, due_at)
    where m.id = given.id and m.state in ('waiting', 'asked')`.execute(db);
}

/** Ends messages that were not sent, as failed or skipped: nobody tries them again by themselves. */
export async function endMessages(
  db: Db,
  ids: readonly string[],
  { state, reason, at }: { state: 'failed' | 'skipped'; reason: CustomerMessageReason; at: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update customer_messages set state = ${state}, reason = ${reason}, state_at = ${at}, try_at = null, asked_at = null
    where id = any(${ids}::uuid[])`.execute(db);
}

/**
 * A condition in SQL on the whole table, not on a row: there is a message that is due, or one that was asked before `askedBefore` and
 * has no answer.
 */
export function areCustomerMessagesDue(now: Date, askedBefore: Date): RawBuilder<boolean> {
  return sql`(coalesce((select min(try_at) <= ${now} from customer_messages), false) or ${hasUnanswered(askedBefore)})`;
}

const hasUnanswered = (before: Date) => sql`exists (
  select from customer_messages where state = 'asked' and way <> 'whatsapp' and state_at < ${before})`;

/** Finds the ids of the messages that are due, the longest due first, at most `most`. */
export async function findDueMessageIds(db: Db, now: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from customer_messages where try_at <= ${now} order by try_at, id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Marks the messages as failed that were handed to a gateway or mail server before a moment by a process that died since: no answer
 * can come any more.
 */
export async function failUnansweredMessages(db: Db, before: Date, now: Date): Promise<void> {
  await sql`
    update customer_messages set state = 'failed', reason = 'unknown', state_at = ${now}
    where state = 'asked' and way <> 'whatsapp' and state_at < ${before}`.execute(db);
}

/** Finds the id of the lead that a message is about. */
export async function findLeadIdOfMessage(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('customer_messages')
    .select('lead_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.lead_id;
}

/** A message that is due. `version`: that of the lead that made its booking; `refusedWays`: those that did not take it, for `reason`. */
export type DueMessage = {
  id: string;
  lead: string;
  kind: CustomerMessageKind;
  version: number;
  attempts: number;
  refusedWays: CustomerMessageWay[];
  reason: CustomerMessageReason | null;
};

/** Locks a message until commit if it is due; undefined when it is not. The caller has locked its lead. */
export async function lockDueMessage(db: Db, id: string, now: Date): Promise<DueMessage | undefined> {
  const { rows } = await sql<DueMessage>`
    select id, lead_id as lead, kind, booking_version as version, attempts, refused_ways as "refusedWays", reason
    from customer_messages where id = ${id} and try_at <= ${now} for update`.execute(db);
  return rows[0];
}

/** Makes a waiting message due at a later moment; others stay as they are. */
export async function postponeCustomerMessage(db: Db, id: string, tryAt: Date): Promise<void> {
  await sql`
    update customer_messages set try_at = ${tryAt}, asked_at = null where id = ${id} and state = 'waiting'`.execute(
    db,
  );
}

/** Postpones a message that the other side certainly has not got. `askedAt` names the attempt: nothing happens if a later one has begun. */
export async function postponeAttempt(
  db: Db,
  id: string,
  { askedAt, tryAt }: { askedAt: Date; tryAt: Date },
): Promise<void> {
  await sql`
    update customer_messages set state = 'waiting', try_at = ${tryAt}, attempts = attempts + 1, asked_at = null
    where id = ${id} and state = 'asked' and asked_at = ${askedAt}`.execute(db);
}

/** The way that a message is handed to, with its text as it is sent. `parts`: of an SMS. */
export type AskedWay = {
  way: CustomerMessageWay;
  language: MessageText['language'];
  text: string;
  parts: number | null;
};

/**
 * Marks a message as `asked`, before it is handed to its way: from here on it may have been sent, so nobody sends it again.
 * `whatsappReason`: why WhatsApp was passed over just now.
 */
export async function markMessageAsked(
  db: Db,
  id: string,
  asked: AskedWay & { whatsappReason: CustomerMessageReason | null; at: Date },
): Promise<void> {
  const { way, language, text, parts, whatsappReason, at } = asked;
  await sql`
    update customer_messages set state = 'asked', reason = null, state_at = ${at}, asked_at = ${at}, try_at = null,
      way = ${way}, language = ${language}, text = ${text}, parts = ${parts},
      whatsapp_reason = case when ${way} = 'whatsapp' then null else coalesce(${whatsappReason}, whatsapp_reason) end
    where id = ${id}`.execute(db);
}

/** Marks a message as sent, even if it had been given up for lack of an answer. */
export async function markMessageSent(db: Db, id: string, at: Date): Promise<void> {
  await sql`
    update customer_messages set state = 'sent', reason = null, state_at = ${at}
    where id = ${id} and (state = 'asked' or (state = 'failed' and reason = 'unknown'))`.execute(db);
}

/** Fails a message that was handed over and has no answer yet. */
export async function failAskedMessage(
  db: Db,
  id: string,
  { reason, at }: { reason: CustomerMessageReason; at: Date },
): Promise<void> {
  await sql`
    update customer_messages set state = 'failed', reason = ${reason}, state_at = ${at}
    where id = ${id} and state = 'asked'`.execute(db);
}

/** Notes that a way certainly did not take a message, which is then decided again for the next way. `askedAt` names the attempt, as of {@link postponeAttempt}. */
export async function markWayRefused(
  db: Db,
  id: string,
  {
    way,
    reason,
    askedAt,
    at,
  }: { way: CustomerMessageWay; reason: CustomerMessageReason; askedAt: Date; at: Date },
): Promise<void> {
  await sql`
    update customer_messages set state = 'waiting', reason = ${reason}, state_at = ${at}, try_at = ${at}, asked_at = null,
      refused_ways = array_append(refused_ways, ${way})
    where id = ${id} and state = 'asked' and asked_at = ${askedAt}`.execute(db);
}

/** Locks the counting of a day's messages until commit, so that its limits are never exceeded. */
export async function lockDailyLimits(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('customer messages of a day', 0))`.execute(db);
}

/**
 * Counts the messages since a moment, without `id`.
 *
 * @returns `dealer`: all of them, up to `most`; `person`: those of the kind to the customer.
 */
export async function countMessagesOfDay(
  db: Db,
  {
    id,
    since,
    most,
    kind,
    customer,
  }: { id: string; since: Date; most: number; kind: CustomerMessageKind; customer: string },
): Promise<{ dealer: number; person: number }> {
  const { rows } = await sql<{ dealer: number; person: number }>`
    select (select count(*)::int from (
        select from customer_messages where asked_at >= ${since} and id <> ${id} limit ${most}) counted) as dealer,
      (select count(*)::int from leads l join customer_messages m on m.lead_id = l.id
        where l.customer_id = ${customer} and m.kind = ${kind} and m.asked_at >= ${since} and m.id <> ${id}) as person`.execute(
    db,
  );
  return rows[0] ?? { dealer: 0, person: 0 };
}

/** Erases the texts and answers of leads' messages; those that wait are skipped. */
export async function eraseCustomerMessages(db: Db, leads: readonly string[], at: Date): Promise<void> {
  await sql`
    update customer_messages set text = null, answer = null,
      state = case when state = 'waiting' then 'skipped' else state end,
      reason = case when state = 'waiting' then 'erased' else reason end,
      state_at = case when state = 'waiting' then ${at}::timestamptz else state_at end, try_at = null
    where lead_id = any(${leads}::uuid[])`.execute(db);
}
