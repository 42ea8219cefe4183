import { type RawBuilder, sql } from 'kysely';
import type { MessagePicture, PictureFailure } from '#contract/intake/message-pictures.ts';
import type { Db } from '#server/db/transaction.ts';
import { newId } from '#server/lib/ids.ts';

/** A picture that nobody else fetches before `until`, which names the attempt. `media`: Meta's id of it; null once its message is erased. */
export type ClaimedPicture = {
  delivery: string;
  media: string | null;
  name: string | null;
  receivedAt: Date;
  attempts: number;
  unfinished: number;
  until: Date;
};

/** Queues the pictures that messages bring to be fetched, unless they were ignored; those that are queued stay as they are. */
export async function queuePictures(db: Db, deliveries: readonly string[], at: Date): Promise<void> {
  if (deliveries.length === 0) return;
  await sql`
    insert into message_pictures (delivery_id, connection_id, try_at)
    select id, connection_id, ${at} from deliveries
    where id = any(${deliveries}::uuid[]) and state in ('lead', 'joined', 'toPlace') and parsed ? 'media'
    on conflict (delivery_id) do nothing`.execute(db);
}

const isDue = (now: Date) => sql`
  (m.fetch_after is null or m.fetch_after <= ${now})
  and exists (select from message_pictures p where p.connection_id = m.id and p.try_at <= ${now})`;

/**
 * A condition in SQL on the whole table, not on a row: there are pictures due to be fetched, of some connection that may ask Meta now.
 */
export function arePicturesDue(now: Date): RawBuilder<boolean> {
  return sql`exists (select from meta_connections m where ${isDue(now)})`;
}

/** Finds the ids of the connections that may ask Meta now and have pictures due to be fetched. */
export async function findConnectionIdsWithPictures(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from meta_connections m where ${isDue(now)}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Claims the picture that has been due longest of a connection that may ask Meta now; undefined when there is none or other processes
 * have them.
 *
 * @param until when others may try it.
 */
export async function claimPicture(
  db: Db,
  connection: string,
  now: Date,
  until: Date,
): Promise<ClaimedPicture | undefined> {
  const { rows } = await sql<Omit<ClaimedPicture, 'until'>>`
    update message_pictures p set try_at = ${until}, unfinished = p.unfinished + 1 from deliveries d
    where d.id = p.delivery_id and p.delivery_id = (
      select w.delivery_id from message_pictures w where w.connection_id = ${connection} and w.try_at <= ${now}
        and exists (select from meta_connections m
          where m.id = w.connection_id and (m.fetch_after is null or m.fetch_after <= ${now}))
      order by w.try_at, w.delivery_id limit 1 for update skip locked)
    returning p.delivery_id as delivery, d.parsed -> 'media' ->> 'id' as media, d.parsed -> 'media' ->> 'name' as name,
      d.received_at as "receivedAt", p.attempts, p.unfinished`.execute(db);
  return rows[0] && { ...rows[0], until };
}

type Attempt = { delivery: string; until: Date };

/**
 * Makes a claimed picture due again at a later moment, unless somebody else has taken it.
 *
 * @param options.attempts how many of them Meta has refused.
 */
export async function postponePicture(
  db: Db,
  { delivery, until }: Attempt,
  { tryAt, attempts }: { tryAt: Date; attempts: number },
): Promise<void> {
  await sql`
    update message_pictures set try_at = ${tryAt}, attempts = ${attempts}, unfinished = 0
    where delivery_id = ${delivery} and try_at = ${until}`.execute(db);
}

/** Stores that a claimed picture cannot be had, unless somebody else has taken it; it is not tried again. */
export async function saveFailedPicture(
  db: Db,
  { delivery, until }: Attempt,
  reason: PictureFailure,
): Promise<void> {
  await sql`
    update message_pictures set state = 'failed', reason = ${reason}, try_at = null
    where delivery_id = ${delivery} and try_at = ${until}`.execute(db);
}

/** Locks a picture with its delivery until commit, as an erasure does. @returns false once it was erased, or others have taken it. */
export async function lockPicture(db: Db, { delivery, until }: Attempt): Promise<boolean> {
  const text = await sql`
    select from deliveries where id = ${delivery} and parsed is not null for no key update`.execute(db);
  if (text.rows.length === 0) return false;
  const { rows } = await sql`
    select from message_pictures where delivery_id = ${delivery} and try_at = ${until} for update`.execute(
    db,
  );
  return rows.length > 0;
}

type StoredPicture = { width: number; height: number; thumbnail: Buffer };

/** Stores a picture as a file of its delivery, which the caller has locked. */
export async function insertPictureFile(
  db: Db,
  delivery: string,
  file: StoredPicture & { name: string; content: Buffer; at: Date },
): Promise<void> {
  const { name, content, width, height, thumbnail, at } = file;
  await sql`
    with stored as (
      insert into delivery_attachments (id, delivery_id, connection_id, name, type, bytes, content)
      select ${newId(at)}::uuid, id, connection_id, ${name}, 'image/webp', ${content.length}, ${content}
      from deliveries where id = ${delivery} returning id)
    update message_pictures set state = 'stored', reason = null, try_at = null, stored_at = ${at},
      attachment_id = stored.id, width = ${width}, height = ${height}, thumbnail = ${thumbnail}
    from stored where delivery_id = ${delivery}`.execute(db);
}

/** Finds the pictures that messages bring, without their bytes. */
export async function findPictures(
  db: Db,
  deliveries: readonly string[],
): Promise<(Omit<MessagePicture, 'thumbnail'> & { delivery: string; thumbnail: Buffer | null })[]> {
  if (deliveries.length === 0) return [];
  const { rows } = await sql<
    Omit<MessagePicture, 'thumbnail'> & { delivery: string; thumbnail: Buffer | null }
  >`
    select delivery_id as delivery, state, reason, attachment_id as file, width, height, thumbnail
    from message_pictures where delivery_id = any(${deliveries}::uuid[])`.execute(db);
  return rows;
}

/** Counts pictures that were stored before a moment, up to a limit. */
export async function countPicturesBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from message_pictures where state = 'stored' and stored_at < ${before}
      order by stored_at limit ${limit}) found`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Deletes the files of the oldest pictures that were stored before a moment, at most `limit`; that there was one stays.
 *
 * @returns how many.
 */
export async function deletePicturesBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    with old as (
      select delivery_id, attachment_id from message_pictures where state = 'stored' and stored_at < ${before}
      order by stored_at limit ${limit} for update skip locked),
    files as (delete from delivery_attachments where id in (select attachment_id from old))
    update message_pictures set state = 'expired', thumbnail = null, attachment_id = null
    where delivery_id = any(array(select delivery_id from old)) returning delivery_id`.execute(db);
  return rows.length;
}
