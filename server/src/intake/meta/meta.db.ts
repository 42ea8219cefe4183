import { type RawBuilder, sql } from 'kysely';
import type { MetaFetchFailure } from '#contract/intake/meta.ts';
import type { Db } from '#server/db/transaction.ts';

/** Names a lead that nobody else fetches before `until`, which names the attempt; `body`: as it came. */
export type ClaimedMetaLead = { id: string; body: Buffer; attempts: number; until: Date };

/** Inserts the sealed keys of a connection. */
export async function insertMetaConnection(
  db: Db,
  meta: { id: string; app_secret: Buffer; page_token: Buffer },
): Promise<void> {
  await db.insertInto('meta_connections').values(meta).execute();
}

/** Updates the keys and lets the connection fetch and send at once. @returns false when it is not Meta's. */
export async function updateMetaConnection(
  db: Db,
  id: string,
  keys: { app_secret?: Buffer; page_token?: Buffer },
  now: Date,
): Promise<boolean> {
  const ends = { token_ended_at: null, token_ends_at: null, token_asked_at: null };
  const anew = { ...ends, fetch_after: null, fetch_pauses: 0 };
  const { numUpdatedRows } = await db
    .updateTable('meta_connections')
    .set({ ...keys, ...anew })
    .where('id', '=', id)
    .executeTakeFirst();
  await db
    .updateTable('deliveries')
    .set({ try_at: now })
    .where('connection_id', '=', id)
    .where('is_fetched', '=', false)
    .where('try_at', 'is not', null)
    .execute();
  await db
    .updateTable('whatsapp_messages')
    .set({ try_at: now })
    .where('connection_id', '=', id)
    .where('try_at', 'is not', null)
    .execute();
  await db
    .updateTable('message_pictures')
    .set({ try_at: now })
    .where('connection_id', '=', id)
    .where('try_at', 'is not', null)
    .execute();
  return numUpdatedRows === 1n;
}

/**
 * Adds numbers of the dealer on WhatsApp that a connection does not have yet.
 *
 * @param own.numbers digits alone.
 * @param own.accounts that they belong to.
 */
export async function saveOwnNumbers(
  db: Db,
  id: string,
  { numbers, accounts }: { numbers: readonly string[]; accounts: readonly string[] },
): Promise<void> {
  await sql`
    update meta_connections set numbers = array(select distinct unnest(numbers || ${numbers}::text[]) order by 1),
      accounts = array(select distinct unnest(accounts || ${accounts}::text[]) order by 1)
    where id = ${id} and not (numbers @> ${numbers}::text[] and accounts @> ${accounts}::text[])`.execute(db);
}

/** Finds the accounts of WhatsApp that notifications of a connection have named. */
export async function findOwnAccountIds(db: Db, id: string): Promise<string[]> {
  const row = await db
    .selectFrom('meta_connections')
    .select('accounts')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.accounts ?? [];
}

/** Finds Meta's id of the number that the newest message of a connection is of; null without one. */
export async function findLastNumberId(db: Db, connection: string): Promise<string | null> {
  const { rows } = await sql<{ number: string | null }>`
    select parsed ->> 'place' as number from deliveries
    where connection_id = ${connection} and parsed is not null order by id desc limit 1`.execute(db);
  return rows[0]?.number ?? null;
}

/**
 * A condition in SQL on the whole table, not on a row: there are leads due to be fetched, or a token was last asked about before
 * `since`.
 */
export function areLeadsToFetch(now: Date, since: Date): RawBuilder<boolean> {
  return sql`exists (select from meta_connections m where coalesce(m.token_asked_at, '-infinity') < ${since}
    or exists (select from deliveries d where d.connection_id = m.id and d.try_at <= ${now} and not d.is_fetched))`;
}

/** Finds the ids of the connections that may ask Meta now and have leads due to be fetched. */
export async function findConnectionIdsToFetch(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from meta_connections m
    where (m.fetch_after is null or m.fetch_after <= ${now}) and exists (
      select from deliveries d where d.connection_id = m.id and d.try_at <= ${now} and not d.is_fetched)`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * Claims the lead that has been due longest, of a connection that may fetch; undefined when none is due or other processes have them.
 *
 * @param until when others may try it.
 */
export async function claimNextLead(
  db: Db,
  connection: string,
  now: Date,
  until: Date,
): Promise<ClaimedMetaLead | undefined> {
  const { rows } = await sql<Omit<ClaimedMetaLead, 'until'>>`
    update deliveries set try_at = ${until} where id = (
      select d.id from deliveries d where d.connection_id = ${connection} and d.try_at <= ${now} and not d.is_fetched
        and exists (select from meta_connections m
          where m.id = d.connection_id and (m.fetch_after is null or m.fetch_after <= ${now}))
      order by d.try_at, d.id limit 1 for update skip locked)
    returning id, body, attempts`.execute(db);
  return rows[0] && { ...rows[0], until };
}

/** Stores the text of a fetched lead, to be worked at once, unless it was finished or erased meanwhile; the connection may fetch on. */
export async function storeFetchedLead(
  db: Db,
  connection: string,
  { id, body, at }: { id: string; body: Buffer; at: Date },
): Promise<void> {
  await sql`
    update deliveries set body = ${body}, is_fetched = true, state = 'waiting', reason = null, attempts = 0, try_at = ${at}
    where id = ${id} and not is_fetched and try_at is not null`.execute(db);
  await resumeConnection(db, connection);
}

/** Lets a connection ask Meta again at once, since Meta has answered. */
export async function resumeConnection(db: Db, connection: string): Promise<void> {
  await sql`
    update meta_connections set token_ended_at = null, fetch_after = null, fetch_pauses = 0
    where id = ${connection} and (token_ended_at is not null or fetch_pauses > 0)`.execute(db);
}

/** Stores that a claimed lead could not be fetched, and when it is tried again, unless somebody else has taken it. */
export async function saveFetchFailure(
  db: Db,
  { id, until, reason, tryAt }: { id: string; until: Date; reason: MetaFetchFailure; tryAt: Date },
): Promise<void> {
  await sql`
    update deliveries set state = 'failed', reason = ${reason}, attempts = attempts + 1, try_at = ${tryAt}
    where id = ${id} and not is_fetched and try_at = ${until}`.execute(db);
}

/**
 * Lets a connection ask nothing for a while, ever longer until Meta does what it asks. Several that failed at once count as one.
 *
 * @param pause milliseconds, the first and the longest.
 */
export async function pauseConnection(
  db: Db,
  connection: string,
  now: Date,
  { first, longest, hasTokenEnded }: { first: number; longest: number; hasTokenEnded: boolean },
): Promise<void> {
  await sql`
    update meta_connections set fetch_pauses = fetch_pauses + 1,
      fetch_after = ${now}::timestamptz
        + least(${first}::float8 * 2 ^ least(fetch_pauses, 20), ${longest}::float8) * interval '1 millisecond',
      token_ended_at = case when ${hasTokenEnded} then coalesce(token_ended_at, ${now}) else token_ended_at end
    where id = ${connection} and (fetch_after is null or fetch_after <= ${now})`.execute(db);
}

/**
 * Claims a connection whose token nobody has asked about since a moment; nobody else asks then.
 *
 * @returns its id; undefined when there is none.
 */
export async function claimTokenToCheck(db: Db, since: Date, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update meta_connections set token_asked_at = ${now} where id = (
      select id from meta_connections where coalesce(token_asked_at, '-infinity') < ${since}
      order by id limit 1 for update skip locked)
    returning id`.execute(db);
  return rows[0]?.id;
}

/**
 * Stores when a token ends, and when it was found to have ended.
 *
 * @param end.asked when it was asked about: if the connection names another moment, new keys were entered since, and nothing is
 *   stored.
 */
export async function saveTokenEnd(
  db: Db,
  id: string,
  { asked, endsAt, endedAt }: { asked: Date; endsAt: Date | null; endedAt: Date | null },
): Promise<void> {
  await sql`
    update meta_connections set token_ends_at = ${endsAt}, token_ended_at = coalesce(token_ended_at, ${endedAt})
    where id = ${id} and token_asked_at = ${asked}`.execute(db);
}

/**
 * Finds each center once to which enquiries of the forms go, null where none is chosen; a form that no connection names may come over
 * any.
 */
export async function findFormCenters(db: Db, forms: readonly string[]): Promise<(string | null)[]> {
  const { rows } = await sql<{ center: string | null }>`
    select distinct coalesce(p.service_center_id, c.service_center_id) as center
    from unnest(${forms}::text[]) named (form)
    join connections c on c.kind = 'meta'
    left join connection_sources p on p.connection_id = c.id and p.external_id = named.form
    where p.external_id is not null or not exists (
      select from connection_sources other join connections its on its.id = other.connection_id
      where its.kind = 'meta' and other.external_id = named.form)`.execute(db);
  return rows.map(({ center }) => center);
}
