import { poolSize } from '#server/db/pool.ts';

const second = 1_000;
const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** Bytes, milliseconds and counts per process. */
export const usualLimits = {
  headersMs: 5 * second,
  bodyMs: 10 * second,
  /** For somebody known: 10 MB at 1 Mbit/s. */
  uploadMs: 90 * second,
  strangerUploadMs: 30 * second,
  /** 50 MB at 2 Mbit/s. */
  diskUploadMs: 240 * second,
  /** Under way, or being read by their calls. */
  filesOnDisk: 4,
  /** Of a call without a session. */
  publicJsonBytes: 16 * kilobyte,
  /** Two texts of 4,000 characters, each escaped to six bytes, and the rest. */
  jsonBytes: 64 * kilobyte,
  fileBytes: 10 * megabyte,
  /** All under way. */
  uploadBytes: 40 * megabyte,
  strangerUploadBytes: 12 * megabyte,
  /** How long a reader may take nothing. */
  stalledMs: 60 * second,
  connectionsPerNetwork: 500,
  /** Outstanding answers per connection. */
  pipelined: 4,
  /** Of people with a session: those that the database works on, and three waiting for each. */
  calls: 4 * poolSize,
  /** Without a session; most connections stay for the others. */
  strangerCalls: poolSize / 4,
  strangersWaiting: 1_000,
  strangersWaitingPerNetwork: 100,
  /** Above this, everything but health is refused. */
  eventLoopDelayMs: 1 * second,
  streams: 1_000,
  streamsPerPerson: 20,
  /** Unread by a live stream's reader. */
  streamBytes: 256 * kilobyte,
} as const;

export type Limits = Record<keyof typeof usualLimits, number>;
