import { poolSize } from '#server/db/pool.ts';

const second = 1_000;
const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** Bytes, milliseconds and counts that one process accepts. */
export const usualLimits = {
  headersMs: 5 * second,
  bodyMs: 10 * second,
  /** For an upload of somebody known: 10 MB at 1 Mbit/s. */
  uploadMs: 90 * second,
  strangerUploadMs: 30 * second,
  /** JSON body of a call that needs no session. */
  publicJsonBytes: 16 * kilobyte,
  /** Other JSON bodies: two texts of 4,000 characters, each escaped to six bytes, and the rest. */
  jsonBytes: 64 * kilobyte,
  fileBytes: 10 * megabyte,
  /** All uploads under way. */
  uploadBytes: 40 * megabyte,
  strangerUploadBytes: 12 * megabyte,
  /** How long a reader may take nothing. */
  stalledMs: 60 * second,
  connectionsPerNetwork: 500,
  /** Requests on one connection whose answers are outstanding. */
  pipelined: 4,
  /** Those that the database works on, and three waiting for each. */
  calls: 4 * poolSize,
  /** While calls take longer, fewer may be under way. */
  slowCallMs: second / 2,
  /** Event loop delay above which everything but health is refused. */
  eventLoopDelayMs: 1 * second,
  streams: 1_000,
  streamsPerPerson: 20,
  /** Unread bytes of a live stream. */
  streamBytes: 256 * kilobyte,
} as const;

export type Limits = Record<keyof typeof usualLimits, number>;
