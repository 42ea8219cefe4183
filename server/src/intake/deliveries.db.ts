import { type RawBuilder, sql } from 'kysely';
import type { DeliveryState, Enquiry } from '#contract/intake/deliveries.ts';
import type { MessageState } from '#contract/intake/whatsapp.ts';
import type { FormerLeadValues } from '#contract/leads/differing-fields.ts';
import type { AutomaticAnswerFailure } from '#contract/leads/lead-panel.ts';
import type { Person } from '#contract/people.ts';
import { isOneOf, isOpenLead, selectKeptId } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';
import type { AttachedFile } from './attached-files.ts';
import type { ParsedDelivery } from './parse-delivery.ts';
import { selectDeliveryText } from './read-text.db.ts';

/** A delivery as it came. `key`: what tells it from others of its connection; `isFetched`: false while Meta has only named it. */
export type NewDelivery = {
  id: string;
  connection: string;
  key: string;
  at: Date;
  contentType: string | null;
  body: Buffer;
  isFetched?: boolean;
  attachments?: readonly AttachedFile[];
};

/** A delivery that is worked. `unfinished`: how often that was begun without an end. */
export type LockedDelivery = {
  id: string;
  connection: string;
  contentType: string | null;
  attempts: number;
  state: DeliveryState;
  reason: string | null;
  receivedAt: Date;
  phone: string | null;
  summary: string | null;
  unfinished: number;
};

// What became or joined a lead; `sentAt`: of a message, when it was written; `answer`: what went out by itself.
type LeadDelivery = LockedDelivery & {
  sentAt: Date | null;
  enquiry: Enquiry | null;
  agreed: string | null;
  answeredAt: Date | null;
  answer: string | null;
  answerState: MessageState | null;
  answerReason: AutomaticAnswerFailure | null;
};

/** The enquiry that a delivery was understood as. `leadHad`: what the lead that it joined said instead. */
export type StoredEnquiry = Enquiry & { leadHad?: FormerLeadValues };

/** The result of working a delivery, to be stored; absent fields are cleared, but for those of how it was read. */
export type DeliveryResult = {
  id: string;
  state: DeliveryState;
  reason?: string | null;
  attempts?: number;
  tryAt?: Date | null;
  phone?: string | null;
  user?: string | null;
  summary?: string | null;
  lead?: string | null;
  contact?: string | null;
  by?: string | null;
  parsed?: ParsedDelivery;
  enquiry?: StoredEnquiry | null;
  unfinished?: number;
};

/** A delivery as lists show it. */
export type DeliveryRow = {
  _id: string;
  receivedAt: Date;
  connection: { _id: string; name: string };
  state: DeliveryState;
  reason: string | null;
  attempts: number;
  summary: string | null;
  lead: string | null;
  resolvedBy: Person | null;
};

type DeliveryFilter = { state: DeliveryState | undefined; connection: string | undefined };

/**
 * Inserts deliveries, which are due at once; known ones stay as they are. The new ones count for the dealer's day of `at`.
 *
 * @returns the new ones.
 */
export async function insertDeliveries(
  db: Db,
  deliveries: readonly NewDelivery[],
  at: Date,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    with stored as (
      insert into deliveries (id, connection_id, key, received_at, content_type, body, is_fetched, try_at)
      select id, connection, key, at, type, body, is_fetched, at from unnest(
        ${deliveries.map(({ id }) => id)}::uuid[], ${deliveries.map(({ connection }) => connection)}::uuid[],
        ${deliveries.map(({ key }) => key)}::text[], ${deliveries.map(({ at }) => at)}::timestamptz[],
        ${deliveries.map(({ contentType }) => contentType)}::text[], ${deliveries.map(({ body }) => body)}::bytea[],
        ${deliveries.map(({ isFetched = true }) => isFetched)}::boolean[]
      ) given (id, connection, key, at, type, body, is_fetched) order by connection, key
      on conflict (connection_id, key) do nothing returning id, connection_id),
    counted as (
      insert into connection_days as counted (connection_id, day, accepted)
      select connection_id, (${at}::timestamptz at time zone time_zone)::date, count(*) from stored, dealer
      group by 1, 2 order by 1
      on conflict (connection_id, day) do update set accepted = counted.accepted + excluded.accepted)
    select id from stored`.execute(db);
  return rows;
}

/** Finds what a connection brought under a key. @returns null once it is erased, undefined when nothing came. */
export async function findDeliveryBody(
  db: Db,
  connection: string,
  key: string,
): Promise<Buffer | null | undefined> {
  const { rows } = await sql<{ body: Buffer | null }>`
    select body from deliveries where connection_id = ${connection} and key = ${key}`.execute(db);
  return rows[0]?.body;
}

/** The columns of a {@link LockedDelivery}. */
export const deliveryStateColumns = sql`id, connection_id as connection, content_type as "contentType", attempts, state, reason,
  received_at as "receivedAt", phone, summary, unfinished`;

/** Locks a delivery until commit, and returns it; undefined when there is none. */
export async function lockDelivery(
  db: Db,
  id: string,
): Promise<(LockedDelivery & { bodyBytes: number | null }) | undefined> {
  const { rows } = await sql<LockedDelivery & { bodyBytes: number | null }>`
    select ${deliveryStateColumns}, octet_length(body) as "bodyBytes" from deliveries where id = ${id} for update`.execute(
    db,
  );
  return rows[0];
}

/** Stores what became of deliveries; how they were read stays where a result says nothing of it. */
export async function saveDeliveryResults(db: Db, settled: readonly DeliveryResult[]): Promise<void> {
  if (settled.length === 0) return;
  const rows = settled.map(
    ({ id, state, reason, attempts, tryAt, phone, user, summary, lead, contact, by, ...read }) => ({
      ...{ id, state, reason: reason ?? null, attempts: attempts ?? 0, try_at: tryAt ?? null },
      ...{ parsed: read.parsed ?? null, enquiry: read.enquiry ?? null, unfinished: read.unfinished ?? 0 },
      ...{
        phone: phone ?? null,
        user_id: user ?? null,
        summary: summary ?? null,
        lead_id: lead ?? null,
        contact_id: contact ?? null,
        resolved_by: by ?? null,
      },
    }),
  );
  await sql`
    update deliveries d set state = given.state, reason = given.reason, attempts = given.attempts, try_at = given.try_at,
      phone = given.phone, user_id = coalesce(given.user_id, d.user_id), summary = given.summary, lead_id = given.lead_id, contact_id = given.contact_id, resolved_by = given.resolved_by,
      parsed = coalesce(given.parsed, d.parsed), enquiry = coalesce(given.enquiry, d.enquiry), unfinished = given.unfinished
    from json_populate_recordset(null::deliveries, ${JSON.stringify(rows)}) given where d.id = given.id`.execute(
    db,
  );
}

/** Makes deliveries due at once, but for those that became a lead or were erased. @returns how many. */
export async function requeueDeliveries(db: Db, ids: readonly string[], at: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update deliveries set state = 'waiting', reason = null, attempts = 0, unfinished = 0, try_at = ${at}, resolved_by = null
    where id = any(${ids}::uuid[]) and lead_id is null and body is not null`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Makes what waits for a person of one sender and connection due at once; skips what somebody works on. */
export async function requeueWaitingDeliveries(
  db: Db,
  { connection, phone, at }: { connection: string; phone: string; at: Date },
): Promise<void> {
  await sql`
    update deliveries set state = 'waiting', reason = null, attempts = 0, unfinished = 0, try_at = ${at} where id in (
      select id from deliveries where connection_id = ${connection} and phone = ${phone} and state = 'toPlace'
      for update skip locked)`.execute(db);
}

/**
 * Locks phone numbers until commit: one process after another works enquiries of these people, so that each finds what the one before
 * recorded.
 */
export async function lockPhones(db: Db, phones: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('intake ' || phone, 0))
    from (select phone from unnest(${phones}::text[]) phone order by hashtextextended('intake ' || phone, 0)) ordered`.execute(
    db,
  );
}

/**
 * A person's conversation on WhatsApp. `openLead`: the newest open lead that a message of theirs became or joined, or that such a lead
 * was merged into; `last`: that message, whose ids are in order of time; `mobile`: the customer's number by the last message that tells
 * one other than `person`.
 */
export type Conversation = {
  person: string;
  openLead: string | null;
  last: string | null;
  mobile: string | null;
};

/** An open lead that a delivery may belong to. */
export type OpenLead = {
  id: string;
  phone: string;
  center: string;
  name: string | null;
  vehicleNumber: string | null;
};

/** Finds for people, by phone or WhatsApp's id, the open lead that they wrote about on WhatsApp; whoever never wrote is missing. */
export async function findConversations(db: Db, people: readonly string[]): Promise<Conversation[]> {
  if (people.length === 0) return [];
  const newest = (value: string, condition: RawBuilder<unknown>) =>
    sql`(array_agg(${sql.ref(value)} order by d.id desc) filter (where ${condition}))[1]`;
  const isOpen = sql`${isOpenLead('l')} and c.id is not null`;
  const { rows } = await sql<Conversation>`
    select person, ${newest('l.id', isOpen)} as "openLead", ${newest('d.id', isOpen)} as last,
      ${newest('c.mobile', sql`c.mobile <> person`)} as mobile
    from unnest(${people}::text[]) person join deliveries d on d.phone = person or d.user_id = person
      join connections k on k.id = d.connection_id and k.kind = 'whatsapp' join leads o on o.id = d.lead_id join leads l on l.id = ${selectKeptId('o')}
      left join customers c on c.id = l.customer_id
    group by person`.execute(db);
  return rows;
}

/** Finds the open leads of the customers with these numbers, also by a merge, newest first. */
export async function findOpenLeadsByPhone(db: Db, phones: readonly string[]): Promise<OpenLead[]> {
  const { rows } = await sql<OpenLead>`
    select l.id, c.mobile as phone, l.service_center_id as center, nullif(l.name, l.phone) as name,
      l.vehicle_number as "vehicleNumber"
    from customers c join leads l on l.customer_id = ${selectKeptId('c')}
    where c.mobile = any(${phones}::text[]) and ${isOpenLead('l')}
    order by l.id desc`.execute(db);
  return rows;
}

const shown = sql`
  d.id as "_id", d.received_at as "receivedAt", json_build_object('_id', e.id, 'name', e.name) as connection,
  d.state, d.reason, d.attempts, d.summary, d.lead_id as lead,
  (select json_build_object('_id', id, 'name', name) from employees where id = d.resolved_by) as "resolvedBy"`;

/** Finds a page of the deliveries that match, newest first. */
export async function findDeliveries(
  db: Db,
  filter: DeliveryFilter,
  limit: number,
  offset: number,
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select ${shown} from deliveries d join employees e on e.id = d.connection_id
    where ${matches(filter)} order by d.id desc limit ${sql.lit(limit)} offset ${offset}`.execute(db);
  return rows;
}

/** Counts the deliveries that match, up to `most`. */
export async function countDeliveries(db: Db, filter: DeliveryFilter, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from deliveries d where ${matches(filter)} order by d.id desc limit ${most}) found`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Finds a delivery as lists show it. */
export async function findDelivery(db: Db, id: string): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select ${shown} from deliveries d join employees e on e.id = d.connection_id where d.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/**
 * Finds the content type and the first bytes of what a delivery brought; undefined for an unknown one. `body`: null once it is erased.
 */
export async function findFirstDeliveryBytes(
  db: Db,
  id: string,
  bytes: number,
): Promise<{ contentType: string | null; body: Buffer | null } | undefined> {
  const { rows } = await sql<{ contentType: string | null; body: Buffer | null }>`
    select content_type as "contentType", substring(body for ${bytes}) as body from deliveries where id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/**
 * Says what a delivery brought, for a thread to read. `parsed`: what it said when it was read, as JSON; `body`: null then, and once it
 * is erased, which `bodyBytes` tells.
 */
export type StoredText = {
  contentType: string | null;
  body: Buffer | null;
  bodyBytes: number | null;
  parsed: string | null;
};

/** Finds what a delivery brought, for a thread to read or as it was read before; undefined for an unknown one. */
export async function findDeliveryText(db: Db, id: string): Promise<StoredText | undefined> {
  const { rows } = await sql<StoredText>`
    select content_type as "contentType", case when parsed is null then body end as body, octet_length(body) as "bodyBytes",
      parsed::text as parsed
    from deliveries where id = ${id}`.execute(db);
  return rows[0];
}

/** Reads all that a delivery brought; empty once it is erased. */
export async function findDeliveryBytes(db: Db, id: string): Promise<Buffer> {
  const { rows } = await sql<{ body: Buffer | null }>`select body from deliveries where id = ${id}`.execute(
    db,
  );
  return rows[0]?.body ?? Buffer.alloc(0);
}

/** Finds the last delivery of a connection whose text is not erased. */
export async function findLastDelivery(
  db: Db,
  connection: string,
): Promise<{ _id: string; receivedAt: Date } | undefined> {
  const { rows } = await sql<{ _id: string; receivedAt: Date }>`
    select id as "_id", received_at as "receivedAt" from deliveries
    where connection_id = ${connection} and body is not null order by id desc limit 1`.execute(db);
  return rows[0];
}

/**
 * Finds the deliveries that became or joined leads and have a lower id than `before`, newest first.
 *
 * @param page.consent the path of the text that a form's sender agreed to.
 */
export async function findDeliveriesOfLead(
  db: Db,
  leads: readonly string[],
  { before, limit, consent }: { before: string; limit: number; consent: string },
): Promise<LeadDelivery[]> {
  const { rows } = await sql<LeadDelivery>`
    select d.*, coalesce(d."mailState", m.state) as "answerState", coalesce(d."mailReason", m.reason) as "answerReason"
    from (
      select ${deliveryStateColumns}, enquiry, answered_at as "answeredAt", answer,
        case when exists (select from connections k where k.id = connection_id and k.kind = 'form')
          then ${selectDeliveryText(consent)} end as agreed,
        case when exists (select from connections k where k.id = connection_id and k.kind = 'whatsapp')
          then (parsed ->> 'askedAt')::timestamptz end as "sentAt",
        answer_state as "mailState", answer_reason as "mailReason"
      from deliveries d where lead_id ${isOneOf(leads)} and contact_id is null and id < ${before} order by id desc limit ${limit}) d
    left join whatsapp_messages m on m.delivery_id = d.id order by d.id desc`.execute(db);
  return rows;
}

function matches({ state, connection }: DeliveryFilter) {
  const parts = [sql`true`];
  if (state) parts.push(sql`d.state = ${state}`);
  if (connection) parts.push(sql`d.connection_id = ${connection}`);
  return sql`${sql.join(parts, sql` and `)}`;
}
