import { Readable } from 'node:stream';
import { type Attachment, intakeLimits } from '#contract/intake/deliveries.ts';
import { managementLevels } from '#contract/levels.ts';
import type { ActorContext } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import { getVisibleLead } from '#server/leads/record/get-lead.service.ts';
import { newId } from '#server/lib/ids.ts';
import { notFound } from '#server/lib/refusal.ts';
import {
  copyAttachments,
  findAttachmentPart,
  findAttachments,
  findStoredAttachment,
  type StoredAttachment,
} from './attachments.db.ts';

const partBytes = 262_144;

/** Lists the files that came with deliveries, by delivery. */
export async function listAttachments(
  { db }: Pick<ActorContext, 'db'>,
  deliveries: readonly string[],
): Promise<ReadonlyMap<string, Attachment[]>> {
  const found = await findAttachments(db, deliveries);
  return new Map(
    [...Map.groupBy(found, ({ delivery }) => delivery)].map(([delivery, files]) => [
      delivery,
      files.map(({ delivery: _, ...file }) => file),
    ]),
  );
}

/**
 * Copies the files of one body to its further enquiries: nothing tells whose they are.
 *
 * @param parts each with the delivery of the body.
 */
export async function shareAttachments(
  db: Db,
  parts: readonly { id: string; original: string }[],
  now: Date,
): Promise<void> {
  const found = await findAttachments(db, [...new Set(parts.map(({ original }) => original))]);
  if (found.length === 0) return;
  let room = intakeLimits.attachmentBytes;
  const copies = parts.flatMap(({ id: delivery, original }) =>
    found
      .filter((file) => file.delivery === original)
      .map((file) => {
        const hasContent = file.isStored && file.bytes <= room;
        if (hasContent) room -= file.bytes;
        return { id: newId(now), original: file._id, delivery, hasContent };
      }),
  );
  await copyAttachments(db, copies);
}

/**
 * Opens a file, whose bytes are read as they are taken.
 *
 * @throws Refusal 404 for one that is not stored, and for one that the caller may not see.
 */
export async function openAttachment(
  context: ActorContext,
  id: string,
): Promise<{ name: string; bytes: number; content: Readable }> {
  const file = await findStoredAttachment(context.db, id);
  if (!file) throw notFound();
  if (!managementLevels.some((level) => level === context.actor.level))
    await requireVisibleEnquiry(context, file);
  const { name, bytes } = file;
  return { name, bytes, content: Readable.from(partsOf(context.db, file), { objectMode: false }) };
}

/** @throws Refusal 404. */
async function requireVisibleEnquiry(context: ActorContext, { leads }: StoredAttachment): Promise<void> {
  const found = await Promise.allSettled(leads.map((lead) => getVisibleLead(context, lead)));
  if (found.some(({ status }) => status === 'fulfilled')) return;
  const failed = found.find((each) => each.status === 'rejected');
  throw failed ? failed.reason : notFound();
}

async function* partsOf(db: Db, { id, bytes }: StoredAttachment): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes; from += partBytes) {
    const part = await findAttachmentPart(db, id, { from, bytes: partBytes });
    if (!part) throw new Error('The file was erased meanwhile');
    yield part;
  }
}
