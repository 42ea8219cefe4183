import type { Context } from '#server/context.ts';
import { isDatabaseAway } from '#server/db/failures.ts';
import type { Db } from '#server/db/transaction.ts';
import { getErrorCode } from '#server/lib/errors.ts';
import { newId } from '#server/lib/ids.ts';
import { openLimiter } from '#server/lib/limit.ts';
import { getRetryPauseMs } from '#server/lib/pause-after.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { TooCostlyError } from '#server/lib/workers/worker-pool.ts';
import { shareAttachments } from './attachments.service.ts';
import {
  type ClaimedDelivery,
  claimUnreadDeliveries,
  insertDeliveryParts,
  saveOwnPart,
  saveReading,
} from './claimed-deliveries.db.ts';
import { type ConnectionRow, findConnections } from './connections.db.ts';
import { type DeliveryResult, findDeliveryBytes } from './deliveries.db.ts';
import { countCharacters, unreadableDelivery } from './parse-delivery.ts';
import type { Catalogue } from './read-enquiry.ts';
import { type EnquiryReading, readBodyInThread, readingThreads } from './reading/readings.service.ts';

// Milliseconds until a failed one is tried again.
const pause = { first: 5_000, longest: 3_600_000 };

const mostUnfinished = 3;
const unreadBatch = 20;

const turns = openLimiter(readingThreads, 1_000);

/**
 * A claimed delivery with what the threads made of it. Without a reading it waits for a person, or `error` says why it is tried again.
 */
export type ClaimedReading = {
  delivery: ClaimedDelivery;
  connection: ConnectionRow;
  readings: readonly EnquiryReading[];
  error?: unknown;
};

/**
 * Reads claimed deliveries in threads, outside of any transaction, since reading takes as long as its sender wants, up to the limits
 * of the threads. It stores nothing and does not throw for a delivery that fails.
 */
export async function readDeliveries(
  { db }: Context,
  claimed: readonly ClaimedDelivery[],
  catalogue: Catalogue,
): Promise<ClaimedReading[]> {
  const connections = await findConnections(db, [...new Set(claimed.map(({ connection }) => connection))]);
  const byId = new Map(connections.map((connection) => [connection.id, connection]));
  return Promise.all(
    claimed.map(async (delivery): Promise<ClaimedReading> => {
      const connection = byId.get(delivery.connection);
      if (!connection) throw new Error('A delivery without its connection');
      if (delivery.unfinished > mostUnfinished) return { delivery, connection, readings: [] };
      try {
        return { delivery, connection, readings: await readWhole(db, delivery, { connection, catalogue }) };
      } catch (error) {
        return { delivery, connection, readings: [], error };
      }
    }),
  );
}

/** No more bodies are in memory than are read, however many are due. */
async function readWhole(
  db: Db,
  { id, contentType }: Pick<ClaimedDelivery, 'id' | 'contentType'>,
  { connection, catalogue }: { connection: ConnectionRow; catalogue: Catalogue },
): Promise<EnquiryReading[]> {
  return turns.run(async () =>
    readBodyInThread({ contentType, body: await findDeliveryBytes(db, id) }, connection, catalogue),
  );
}

/** Reads some deliveries that came before readings were stored, and stores how they read. @returns whether there may be more. */
export async function readUnreadDeliveries({ db }: Context, catalogue: Catalogue): Promise<boolean> {
  const unread = await claimUnreadDeliveries(db, unreadBatch, unreadableDelivery);
  if (unread.length === 0) return false;
  const connections = await findConnections(db);
  for (const delivery of unread) {
    const connection = connections.find(({ id }) => id === delivery.connection);
    const [first] = connection
      ? await readWhole(db, delivery, { connection, catalogue }).catch(() => [])
      : [];
    if (first) await saveReading(db, delivery.id, { parsed: first.parsed, enquiry: first.read.enquiry });
  }
  return unread.length === unreadBatch;
}

/**
 * Says what is worked in one transaction: characters, of which each enquiry counts for some thousand more, since it takes as much work.
 */
const maxGroup = { characters: 500_000, perEnquiry: 2_000 };

/** Groups what was read, in its order, so that several bodies full of enquiries do not keep this thread and their customers together. */
export function groupReadingsBySize(read: readonly ClaimedReading[]): ClaimedReading[][] {
  const groups: ClaimedReading[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const one of read) {
    const own = one.readings.reduce(
      (sum, { parsed }) => sum + countCharacters(parsed) + maxGroup.perEnquiry,
      0,
    );
    if (characters + own > maxGroup.characters) {
      groups.push([]);
      characters = 0;
    }
    groups.at(-1)?.push(one);
    characters += own;
  }
  return groups;
}

/**
 * Stores the further enquiries of bodies as deliveries of their own, which are worked with them.
 *
 * @returns all readings, those of the new deliveries after the given ones.
 */
export async function storeFurtherEnquiries(
  db: Db,
  all: readonly ClaimedReading[],
  now: Date,
): Promise<ClaimedReading[]> {
  const parts = all.flatMap(({ delivery, connection, readings, error }) =>
    readings.slice(1).flatMap((reading, index) => {
      const { piece } = reading.parsed;
      if (!piece) return [];
      const own = {
        ...{ id: newId(now), key: `${delivery.key} part ${index + 2}`, contentType: piece.contentType },
        ...({ state: 'waiting', attempts: 0 } as const),
      };
      const body = Buffer.from(piece.body);
      const more = { body, original: delivery.id };
      return [{ delivery: { ...delivery, ...own }, ...more, connection, readings: [reading], error }];
    }),
  );
  for (const { delivery, readings } of all) {
    const piece = readings.length > 1 ? readings[0]?.parsed.piece : undefined;
    if (piece) await saveOwnPart(db, delivery.id, piece.contentType, Buffer.from(piece.body));
  }
  const rows = parts.map(({ delivery: { receivedAt: at, ...each }, body }) => ({ ...each, at, body }));
  const added = await insertDeliveryParts(db, rows);
  const fresh = parts.filter(({ delivery }) => added.has(delivery.id));
  await shareAttachments(
    db,
    fresh.map(({ delivery: { id }, original }) => ({ id, original })),
    now,
  );
  return [...all, ...fresh];
}

/**
 * Returns the result of a delivery whose work failed: when it is tried again or, after too many costly attempts, that a person has to
 * place it.
 */
export function toFailedResult(
  { id, phone, summary, attempts, unfinished }: ClaimedDelivery,
  error: unknown,
  now: Date,
): DeliveryResult {
  const isCostly = error instanceof TooCostlyError || isDatabaseAway(error);
  const tried = attempts + 1;
  const tryAt = new Date(now.getTime() + getRetryPauseMs(attempts, pause));
  if (isCostly && unfinished >= mostUnfinished)
    return { id, state: 'toPlace', reason: 'tooCostly', attempts: tried, phone, summary };
  const left = { phone, summary, unfinished: isCostly ? unfinished : 0 };
  return { id, state: 'failed', reason: describeFailure(error), attempts: tried, tryAt, ...left };
}

/** Returns a short code that says why work failed, without any personal data. */
export function describeFailure(error: unknown): string {
  if (error instanceof Refusal) return error.code;
  return getErrorCode(error) || (error instanceof Error ? error.name : 'unknown');
}
