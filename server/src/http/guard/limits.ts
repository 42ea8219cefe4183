import { poolSize } from '#server/db/pool.ts';

const second = 1_000;
const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** What one process takes on at most: bytes, milliseconds and counts. */
export const usualLimits = {
  /** How long a request's headers may take to arrive. */
  headersMs: 5 * second,
  /** How long a body may take to arrive. */
  bodyMs: 10 * second,
  /** The same for an upload of somebody known: 10 MB at 1 Mbit/s. */
  uploadMs: 90 * second,
  /** The same for an upload of a stranger. */
  strangerUploadMs: 30 * second,
  /** A JSON body of a call that needs no session. */
  publicJsonBytes: 16 * kilobyte,
  /** Any other JSON body: two texts of 4,000 characters, each escaped to six bytes, and what goes with them. */
  jsonBytes: 64 * kilobyte,
  /** One uploaded file. */
  fileBytes: 10 * megabyte,
  /** The files of all uploads under way. */
  uploadBytes: 40 * megabyte,
  /** What strangers may take of that. */
  strangerUploadBytes: 12 * megabyte,
  /** How long a reader may take nothing of what waits for them. */
  stalledMs: 60 * second,
  /** Connections from one network. */
  connectionsPerNetwork: 500,
  /** Calls under way: those that the database works on, and three waiting for each. */
  calls: 4 * poolSize,
  /** How late the event loop may be before everything but health is refused. */
  eventLoopDelayMs: 1 * second,
  /** Live streams of a process, and of one person. */
  streams: 1_000,
  streamsPerPerson: 20,
  /** What may wait for a slow reader of a live stream. */
  streamBytes: 256 * kilobyte,
} as const;

export type Limits = Record<keyof typeof usualLimits, number>;
