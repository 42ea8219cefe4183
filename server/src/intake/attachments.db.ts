import { sql } from 'kysely';
import type { Attachment } from '#contract/intake/deliveries.ts';
import type { Db } from '#server/db/transaction.ts';
import type { AttachedFile } from './attached-files.ts';

type DeliveryAttachment = Attachment & { delivery: string };

/** Inserts the files of one delivery, one after another: together they may take as much memory as the mail. */
export async function insertAttachments(
  db: Db,
  { delivery, connection }: { delivery: string; connection: string },
  files: readonly (AttachedFile & { id: string })[],
): Promise<void> {
  for (const { id, name, type, bytes, content } of files)
    await sql`
      insert into delivery_attachments (id, delivery_id, connection_id, name, type, bytes, content)
      values (${id}, ${delivery}, ${connection}, ${name}, ${type}, ${bytes}, ${content})`.execute(db);
}

/**
 * Copies files of one delivery to another.
 *
 * @param copies `hasContent`: false copies the name alone, where their bytes take too much room.
 */
export async function copyAttachments(
  db: Db,
  copies: readonly { id: string; original: string; delivery: string; hasContent: boolean }[],
): Promise<void> {
  await sql`
    insert into delivery_attachments (id, delivery_id, connection_id, name, type, bytes, content)
    select given.id, given.delivery, a.connection_id, a.name, a.type, a.bytes, case when given.has_content then a.content end
    from unnest(
      ${copies.map(({ id }) => id)}::uuid[], ${copies.map(({ original }) => original)}::uuid[],
      ${copies.map(({ delivery }) => delivery)}::uuid[], ${copies.map(({ hasContent }) => hasContent)}::boolean[])
      given (id, original, delivery, has_content)
    join delivery_attachments a on a.id = given.original`.execute(db);
}

/** Finds the files of deliveries, without their bytes, in the order of their mails; pictures of messages are found by themselves. */
export async function findAttachments(db: Db, deliveries: readonly string[]): Promise<DeliveryAttachment[]> {
  if (deliveries.length === 0) return [];
  const { rows } = await sql<DeliveryAttachment>`
    select id as "_id", delivery_id as delivery, name, bytes, content is not null as "isStored"
    from delivery_attachments a where delivery_id = any(${deliveries}::uuid[])
      and not exists (select from message_pictures where attachment_id = a.id) order by delivery_id, id`.execute(
    db,
  );
  return rows;
}

/**
 * A file whose bytes are stored. `leads`: in whose timelines it appears: what the delivery became or joined, and what that was merged
 * into.
 */
export type StoredAttachment = { id: string; name: string; bytes: number; leads: string[] };

/** Finds a file, without its bytes; undefined when they are not stored or were erased. */
export async function findStoredAttachment(db: Db, id: string): Promise<StoredAttachment | undefined> {
  const { rows } = await sql<StoredAttachment>`
    select a.id, a.name, a.bytes, array_remove(array[l.id, l.merged_into], null) as leads
    from delivery_attachments a join deliveries d on d.id = a.delivery_id left join leads l on l.id = d.lead_id
    where a.id = ${id} and a.content is not null`.execute(db);
  return rows[0];
}

/** Reads a part of a file; undefined once it is erased. @param range.from how many bytes come before it. */
export async function findAttachmentPart(
  db: Db,
  id: string,
  { from, bytes }: { from: number; bytes: number },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ part: Buffer }>`
    select substring(content from ${from + 1}::integer for ${bytes}::integer) as part
    from delivery_attachments where id = ${id} and content is not null`.execute(db);
  return rows[0]?.part;
}
