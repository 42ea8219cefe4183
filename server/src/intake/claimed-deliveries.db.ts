import { type RawBuilder, sql } from 'kysely';
import type { Enquiry } from '#contract/intake/deliveries.ts';
import type { Db } from '#server/db/transaction.ts';
import { deliveryStateColumns, type LockedDelivery, type NewDelivery } from './deliveries.db.ts';
import type { ParsedDelivery } from './parse-delivery.ts';

/** A delivery whose attempt is counted; nobody else takes it before `until`. */
export type ClaimedDelivery = LockedDelivery & { key: string; until: Date };

/**
 * A condition in SQL on the whole table, not on a row: there is a delivery that is fetched and due, one that nobody has read, or one
 * of `interrupted`, at which the database broke off the work.
 */
export function areDeliveriesDue(now: Date, interrupted: readonly string[]): RawBuilder<boolean> {
  return sql`(cardinality(${interrupted}::uuid[]) > 0
    or exists (select from deliveries where try_at <= ${now} and is_fetched)
    or exists (select from deliveries where parsed is null and body is not null and is_fetched and try_at is null))`;
}

/**
 * Claims the longest due deliveries that are fetched, at most `limit`, and counts their attempt before anything is done; others may
 * take them after `until`.
 */
export async function claimDeliveries(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<Omit<ClaimedDelivery, 'until'>>`
    with due as (
      select id from deliveries where try_at <= ${now} and is_fetched order by try_at, id limit ${sql.lit(limit)}
      for update skip locked)
    update deliveries set try_at = ${until}, unfinished = unfinished + 1 where id in (select id from due)
    returning ${deliveryStateColumns}, key`.execute(db);
  return rows.map((row) => ({ ...row, until })).sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Locks claimed deliveries until commit. @returns the ids of those that nobody finished or took meanwhile. */
export async function lockClaims(db: Db, claimed: readonly ClaimedDelivery[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select d.id from deliveries d join unnest(
      ${claimed.map(({ id }) => id)}::uuid[], ${claimed.map(({ until }) => until)}::timestamptz[]) given (id, until)
      on d.id = given.id and d.try_at = given.until order by d.id for update of d`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Tells whether the database does not answer. */
export async function isUnreachable(db: Db): Promise<boolean> {
  return sql`select`.execute(db).then(
    () => false,
    () => true,
  );
}

/**
 * Releases deliveries on which the database broke off the work: it counts as no attempt, and they are due again unless somebody else has
 * taken them.
 *
 * @param claims until when, by id.
 */
export async function releaseClaims(db: Db, claims: ReadonlyMap<string, Date>, now: Date): Promise<void> {
  await sql`
    update deliveries d set try_at = ${now}, unfinished = greatest(unfinished - 1, 0)
    from unnest(${[...claims.keys()]}::uuid[], ${[...claims.values()]}::timestamptz[]) given (id, until)
    where d.id = given.id and d.try_at = given.until`.execute(db);
}

/**
 * Claims the newest deliveries that nobody has read yet, at most `limit`, and stores them as unreadable first, so that each is read
 * once whatever comes of it.
 */
export async function claimUnreadDeliveries(
  db: Db,
  limit: number,
  unreadable: ParsedDelivery,
): Promise<LockedDelivery[]> {
  const { rows } = await sql<LockedDelivery>`
    update deliveries set parsed = ${JSON.stringify(unreadable)}::jsonb where id in (
      select id from deliveries where parsed is null and body is not null and is_fetched and try_at is null
      order by id desc limit ${sql.lit(limit)} for update skip locked)
    returning ${deliveryStateColumns}`.execute(db);
  return rows;
}

/** Stores how a delivery was read, unless it was erased meanwhile. */
export async function saveReading(
  db: Db,
  id: string,
  { parsed, enquiry }: { parsed: ParsedDelivery; enquiry: Enquiry | null },
): Promise<void> {
  await sql`
    update deliveries set parsed = ${JSON.stringify(parsed)}::jsonb, enquiry = ${enquiry && JSON.stringify(enquiry)}::jsonb
    where id = ${id} and body is not null`.execute(db);
}

/**
 * Inserts the further enquiries of a body as deliveries of their own, already claimed; those that came before stay as they are.
 *
 * @returns the ids of the new ones.
 */
export async function insertDeliveryParts(
  db: Db,
  parts: readonly (NewDelivery & { until: Date; unfinished: number })[],
): Promise<Set<string>> {
  if (parts.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    insert into deliveries (id, connection_id, key, received_at, content_type, body, try_at, unfinished)
    select * from unnest(
      ${parts.map(({ id }) => id)}::uuid[], ${parts.map(({ connection }) => connection)}::uuid[],
      ${parts.map(({ key }) => key)}::text[], ${parts.map(({ at }) => at)}::timestamptz[],
      ${parts.map(({ contentType }) => contentType)}::text[], ${parts.map(({ body }) => body)}::bytea[],
      ${parts.map(({ until }) => until)}::timestamptz[], ${parts.map(({ unfinished }) => unfinished)}::smallint[])
    on conflict (connection_id, key) do nothing returning id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Stores the first enquiry of a body as the body of its delivery: the others have deliveries of their own. */
export async function saveOwnPart(db: Db, id: string, contentType: string, body: Buffer): Promise<void> {
  await sql`update deliveries set content_type = ${contentType}, body = ${body} where id = ${id}`.execute(db);
}
