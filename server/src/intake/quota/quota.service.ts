import { messages } from '#contract/call/messages.ts';
import type { SystemStatus } from '#contract/system/system-status.ts';
import type { Context, IntakeQuota } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import type { AttachedFile } from '#server/intake/attached-files.ts';
import { insertAttachments } from '#server/intake/attachments.db.ts';
import { insertDeliveries, type NewDelivery } from '#server/intake/deliveries.db.ts';
import { countRefusal } from '#server/intake/refusals.service.ts';
import { newId } from '#server/lib/ids.ts';
import { Refusal } from '#server/lib/refusal.ts';
import {
  addToHourlyVolumes,
  type DeliveryVolume,
  findKnownDeliveryKeys,
  findLastQuotaRefusal,
  lockHourlyVolumes,
  markQuotaRefusal,
  readVolumes,
} from './quota.db.ts';

const hourMs = 3_600_000;
/** Bytes that a delivery counts as besides its body: its row, and its entries in the indexes. */
const rowBytes = 1_024;
const allTimes = 3;
const shareOfOne = 0.5;
/** The share of each limit that files may fill; the rest is for enquiries. */
const shareOfFiles = 0.5;
// Seconds after which a sender may find that somebody has made room.
const secondsUntilSpace = 3_600;

const nothing: DeliveryVolume = { deliveries: 0, bytes: 0 };

/**
 * Stores deliveries in a transaction, as far as the quotas of their connections leave room; what came before under its key needs
 * none and stays as it is. Of a delivery whose files leave too little room the files are only named.
 *
 * @returns the ids of the new ones, and why others are refused: 429 until the hour ends, 507 until somebody makes room.
 */
export async function storeWithinQuota(
  db: Db,
  deliveries: readonly NewDelivery[],
  quota: IntakeQuota | undefined,
): Promise<{ stored: Set<string>; refused: Map<string, Refusal> }> {
  const [first] = deliveries;
  if (!first) return { stored: new Set(), refused: new Map() };
  const { at } = first;
  const { refused, withoutFiles } = quota ? await admit(db, deliveries, quota, at) : unlimited;
  const admitted = deliveries
    .filter(({ id }) => !refused.has(id))
    .map((each) => (withoutFiles.has(each.id) ? withoutContent(each) : each));
  const rows = admitted.length === 0 ? [] : await insertDeliveries(db, admitted, at);
  const stored = new Set(rows.map(({ id }) => id));
  const fresh = admitted.filter(({ id }) => stored.has(id));
  for (const { id: delivery, connection, attachments = [] } of fresh)
    await insertAttachments(
      db,
      { delivery, connection },
      attachments.map((file) => ({ ...file, id: newId(at) })),
    );
  if (quota) {
    const byConnection = Map.groupBy(fresh, ({ connection }) => connection);
    await addToHourlyVolumes(
      db,
      [...byConnection].map(([connection, all]) => ({ connection, ...volumeOf(all) })),
    );
  }
  return { stored, refused };
}

/**
 * Takes room for a file that is fetched for a delivery, in the transaction of `db`; the caller stores it then.
 *
 * @returns 'full' until somebody makes room; otherwise, when the hour's share of files is used up, the moment when the next one begins.
 */
export async function takeRoomForFile(
  db: Db,
  { connection, bytes, at }: { connection: string; bytes: number; at: Date },
  quota: IntakeQuota | undefined,
): Promise<'taken' | 'full' | Date> {
  if (!quota) return 'taken';
  const hour = new Date(Math.floor(at.getTime() / hourMs) * hourMs);
  const hours = await lockHourlyVolumes(db, [connection], hour);
  const { brought, stored } = await readVolumes(db, hour);
  const isRoom = (counted: Counted) => openRoom(quota, counted).takeFiles(connection, bytes);
  if (!isRoom({ hours: [], brought: nothing, stored })) return 'full';
  if (!isRoom({ hours, brought, stored })) return new Date(hour.getTime() + hourMs);
  await addToHourlyVolumes(db, [{ connection, deliveries: 0, bytes }]);
  return 'taken';
}

type Admission = { refused: Map<string, Refusal>; withoutFiles: Set<string> };

const unlimited: Admission = { refused: new Map(), withoutFiles: new Set() };

function withoutContent(delivery: NewDelivery): NewDelivery {
  const { attachments = [] } = delivery;
  return { ...delivery, attachments: attachments.map((file) => ({ ...file, content: null })) };
}

async function admit(
  db: Db,
  deliveries: readonly NewDelivery[],
  quota: IntakeQuota,
  at: Date,
): Promise<Admission> {
  const hour = new Date(Math.floor(at.getTime() / hourMs) * hourMs);
  const hours = await lockHourlyVolumes(
    db,
    deliveries.map(({ connection }) => connection),
    hour,
  );
  const { brought, stored } = await readVolumes(db, hour);
  const secondsLeft = (hour.getTime() + hourMs - at.getTime()) / 1_000;
  const admitEach = (given: readonly NewDelivery[]): Admission => {
    const room = openRoom(quota, { hours, brought, stored });
    const admission: Admission = { refused: new Map(), withoutFiles: new Set() };
    for (const { id, connection, body, attachments = [] } of given) {
      const refusal = room.take(connection, { deliveries: 1, bytes: body.length + rowBytes }, secondsLeft);
      if (refusal) admission.refused.set(id, refusal);
      else if (!room.takeFiles(connection, bytesOf(attachments))) admission.withoutFiles.add(id);
    }
    return admission;
  };
  const admission = admitEach(deliveries);
  if (admission.refused.size === 0) return admission;
  const known = await findKnownDeliveryKeys(db, deliveries);
  return admitEach(deliveries.filter(({ id }) => !known.has(id)));
}

function volumeOf(deliveries: readonly NewDelivery[]): DeliveryVolume {
  const bytes = deliveries.reduce(
    (sum, { body, attachments = [] }) => sum + body.length + rowBytes + bytesOf(attachments),
    0,
  );
  return { deliveries: deliveries.length, bytes };
}

function bytesOf(files: readonly AttachedFile[]): number {
  return files.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
}

type Counted = {
  hours: readonly (DeliveryVolume & { connection: string })[];
  brought: DeliveryVolume;
  stored: readonly (DeliveryVolume & { connection: string })[];
};

function openRoom({ hourly, storedBytes }: IntakeQuota, { hours, brought, stored }: Counted) {
  const ofHour = new Map(hours.map(({ connection, ...volume }) => [connection, volume]));
  const ofStore = new Map(stored.map(({ connection, ...volume }) => [connection, spaceOf(volume)]));
  let all = { ...brought };
  let allStored = [...ofStore.values()].reduce((sum, bytes) => sum + bytes, 0);
  const mostOfAll = { deliveries: hourly.deliveries * allTimes, bytes: hourly.bytes * allTimes };

  function take(connection: string, volume: DeliveryVolume, secondsLeft: number): Refusal | undefined {
    const space = (ofStore.get(connection) ?? 0) + volume.bytes;
    if (space > storedBytes * shareOfOne || allStored + volume.bytes > storedBytes)
      return new Refusal('unavailable', messages.intakeFull, { status: 507, retryAfter: secondsUntilSpace });
    const own = sum(ofHour.get(connection) ?? nothing, volume);
    const together = sum(all, volume);
    if (isBeyond(own, hourly) || isBeyond(together, mostOfAll))
      return new Refusal('too_many_requests', messages.intakeHourFull, { retryAfter: secondsLeft });
    ofHour.set(connection, own);
    ofStore.set(connection, space);
    all = together;
    allStored += volume.bytes;
    return undefined;
  }

  /** Takes room for files of a delivery whose own was taken. @returns false when they leave too little to enquiries. */
  function takeFiles(connection: string, bytes: number): boolean {
    if (bytes === 0) return true;
    const volume = { deliveries: 0, bytes };
    const own = sum(ofHour.get(connection) ?? nothing, volume);
    const together = sum(all, volume);
    const space = (ofStore.get(connection) ?? 0) + bytes;
    const isBeyondShare =
      own.bytes > hourly.bytes * shareOfFiles ||
      together.bytes > mostOfAll.bytes * shareOfFiles ||
      space > storedBytes * shareOfOne * shareOfFiles ||
      allStored + bytes > storedBytes * shareOfFiles;
    if (isBeyondShare) return false;
    ofHour.set(connection, own);
    ofStore.set(connection, space);
    all = together;
    allStored += bytes;
    return true;
  }

  return { take, takeFiles };
}

function spaceOf({ deliveries, bytes }: DeliveryVolume): number {
  return bytes + deliveries * rowBytes;
}

function sum(one: DeliveryVolume, other: DeliveryVolume): DeliveryVolume {
  return { deliveries: one.deliveries + other.deliveries, bytes: one.bytes + other.bytes };
}

function isBeyond(volume: DeliveryVolume, most: DeliveryVolume): boolean {
  return volume.deliveries > most.deliveries || volume.bytes > most.bytes;
}

/** Tells whether an error is the refusal of a quota. */
export function isOverQuota(error: unknown): error is Refusal {
  return error instanceof Refusal && (error.status === 429 || error.status === 507);
}

/** Counts what a quota has refused of a connection; the system status tells it. */
export async function countOverQuota(context: Context, connection: string): Promise<void> {
  await markQuotaRefusal(context.db, connection, context.clock.now());
  await countRefusal(context, connection);
}

/** Reads how much has come in this hour and how much is stored, for the system status. */
export async function readIntakeVolume({
  db,
  clock,
  quota,
}: Context): Promise<{ status: SystemStatus['intake']; isNearlyFull: boolean; lastRefusal: Date | null }> {
  const hour = new Date(Math.floor(clock.now().getTime() / hourMs) * hourMs);
  const { brought, stored } = await readVolumes(db, hour);
  const bytes = stored.reduce((total, each) => total + spaceOf(each), 0);
  const largest = Math.max(0, ...stored.map(spaceOf));
  const mostBytes = quota?.storedBytes ?? null;
  const isNearlyFull =
    mostBytes !== null && (bytes > 0.8 * mostBytes || largest > 0.8 * shareOfOne * mostBytes);
  const deliveries = stored.reduce((total, each) => total + each.deliveries, 0);
  const status = {
    deliveries,
    bytes,
    mostBytes,
    hourDeliveries: brought.deliveries,
    hourBytes: brought.bytes,
  };
  return { status, isNearlyFull, lastRefusal: await findLastQuotaRefusal(db) };
}
