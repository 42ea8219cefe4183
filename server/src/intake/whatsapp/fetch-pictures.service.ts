import type { Logger } from 'pino';
import type { PictureFailure } from '#contract/intake/message-pictures.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { readRetention } from '#server/dealer/retention.service.ts';
import { findConnections } from '#server/intake/connections.db.ts';
import { type KeyedWorkers, openKeyedWorkers } from '#server/intake/keyed-workers.ts';
import { connectionPauses } from '#server/intake/meta/fetch-leads.service.ts';
import type { Graph } from '#server/intake/meta/graph.ts';
import { FileTooLargeError, GraphError } from '#server/intake/meta/graph-call.ts';
import { pauseConnection } from '#server/intake/meta/meta.db.ts';
import { unsealMetaCredentials } from '#server/intake/meta/meta-keys.service.ts';
import { takeRoomForFile } from '#server/intake/quota/quota.service.ts';
import { type JobKind, recurringJob } from '#server/jobs/jobs.service.ts';
import { getRetryPauseMs } from '#server/lib/pause-after.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import {
  encodePhoto,
  HeicPhotoError,
  TooManyPixelsError,
  UnreadablePhotoError,
} from '#server/pictures/photos.service.ts';
import {
  arePicturesDue,
  type ClaimedPicture,
  claimPicture,
  findConnectionIdsWithPictures,
  insertPictureFile,
  lockPicture,
  postponePicture,
  saveFailedPicture,
} from './pictures.db.ts';

const second = 1_000;
const minute = 60 * second;
const day = 24 * 60 * minute;
const megabyte = 1_048_576;

// Longer than a picture may take to fetch and to read.
const leaseMs = 3 * minute;
const sweepEvery = 5 * second;
const pause = { first: 5 * second, longest: 60 * minute };
// WhatsApp keeps what it names in a notification for seven days.
const keptMs = 7 * day;
const maxRefusals = 4;
const maxUnfinished = 3;

/** Fetches pictures that customers have sent, each connection apart from the others. `look` fetches all that are due. */
export type PictureFetcher = Omit<KeyedWorkers, 'stopping' | 'wake'> & { look: () => Promise<void> };

/**
 * Opens what fetches pictures; nothing is fetched before `look`. No transaction or lock is held while Meta is asked or a picture is
 * read; one that a process leaves behind is due again after three minutes.
 */
export function openPictureFetcher(
  context: Context,
  { sealing, graph }: { sealing: Sealing; graph: Pick<Graph, 'readFile'> },
  log: Pick<Logger, 'warn'>,
): PictureFetcher {
  const { db, clock } = context;
  const { wake, idle, stop, stopping } = openKeyedWorkers(
    {
      // So that one of them fills no memory with pictures.
      most: 1,
      claim: (connection) => {
        const now = clock.now();
        return claimPicture(db, connection, now, new Date(now.getTime() + leaseMs));
      },
      work: fetchOne,
      failed: 'pictures wait: they could not be fetched or stored',
    },
    log,
  );

  async function fetchOne(connection: string, picture: ClaimedPicture): Promise<void> {
    const { media, unfinished } = picture;
    if (media === null) return saveFailedPicture(db, picture, 'gone');
    if (unfinished > maxUnfinished) return saveFailedPicture(db, picture, 'notPicture');
    try {
      const bytes = await readMedia(connection, media);
      await store(connection, picture, await encodePhoto(bytes));
    } catch (error) {
      if (stopping.aborted) return;
      if (error instanceof GraphError) return fail(connection, picture, error);
      const reason = reasonOf(error);
      if (!reason) throw error;
      await saveFailedPicture(db, picture, reason);
    }
  }

  async function readMedia(connection: string, media: string): Promise<Buffer> {
    const [found] = await findConnections(db, [connection]);
    const keys = found && unsealMetaCredentials(sealing, found);
    if (!keys) throw new GraphError('tokenEnded');
    const { pictureMegabytes } = await readRetention({ db });
    return graph.readFile(media, keys, { maxBytes: pictureMegabytes * megabyte, stopping });
  }

  async function store(
    connection: string,
    picture: ClaimedPicture,
    { content, ...shown }: Awaited<ReturnType<typeof encodePhoto>>,
  ): Promise<void> {
    await inTransaction(context, async (inside) => {
      if (!(await lockPicture(inside.db, picture))) return;
      const at = clock.now();
      const bytes = content.length + shown.thumbnail.length;
      const room = await takeRoomForFile(inside.db, { connection, bytes, at }, context.quota);
      if (room === 'full') return saveFailedPicture(inside.db, picture, 'noRoom');
      if (room !== 'taken')
        return postponePicture(inside.db, picture, { tryAt: room, attempts: picture.attempts });
      const name = `${picture.name?.replace(/\.\w{1,5}$/, '') || 'picture'}.webp`;
      await insertPictureFile(inside.db, picture.delivery, { name, content, ...shown, at });
    });
  }

  async function fail(connection: string, picture: ClaimedPicture, { failure }: GraphError): Promise<void> {
    const now = clock.now();
    const isRefused = failure === 'refused' || failure === 'noLead';
    const attempts = picture.attempts + 1;
    const isGone = now.getTime() - picture.receivedAt.getTime() > keptMs;
    if (isGone || (isRefused && attempts >= maxRefusals)) return saveFailedPicture(db, picture, 'gone');
    await postponePicture(db, picture, {
      tryAt: new Date(now.getTime() + getRetryPauseMs(picture.attempts, pause)),
      attempts,
    });
    const rest = connectionPauses[failure];
    // Messages still go out while only pictures cannot be reached.
    if (rest && failure !== 'unreachable')
      await pauseConnection(db, connection, now, { ...rest, hasTokenEnded: failure === 'tokenEnded' });
  }

  return {
    idle,
    stop,
    look: async () => (await findConnectionIdsWithPictures(db, clock.now())).forEach(wake),
  };
}

function reasonOf(error: unknown): PictureFailure | undefined {
  if (error instanceof FileTooLargeError) return 'tooLarge';
  if (error instanceof TooManyPixelsError) return 'tooManyPixels';
  if (error instanceof HeicPhotoError) return 'heic';
  return error instanceof UnreadablePhotoError ? 'notPicture' : undefined;
}

/** Makes the job that fetches the pictures that are due. */
export function fetchPicturesJob(context: Context, fetching: PictureFetcher): JobKind {
  return recurringJob(context, {
    name: 'fetchPictures',
    every: sweepEvery,
    hasWork: arePicturesDue,
    run: fetching.look,
  });
}
