import { poolSize } from '#server/db/pool.ts';

const second = 1_000;
const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** The limits of requests: bytes, milliseconds and counts per process. */
export const defaultLimits = {
  headersMs: 5 * second,
  bodyMs: 10 * second,
  uploadMs: 90 * second,
  strangerUploadMs: 30 * second,
  diskUploadMs: 240 * second,
  filesOnDisk: 4,
  publicJsonBytes: 16 * kilobyte,
  jsonBytes: 64 * kilobyte,
  fileBytes: 10 * megabyte,
  uploadBytes: 40 * megabyte,
  strangerUploadBytes: 12 * megabyte,
  stalledMs: 60 * second,
  connectionsPerNetwork: 500,
  pipelined: 4,
  calls: 4 * poolSize,
  strangerCalls: poolSize / 4,
  strangersWaiting: 1_000,
  strangersWaitingPerNetwork: 100,
  eventLoopDelayMs: 1 * second,
  streams: 1_000,
  streamsPerPerson: 20,
  streamBytes: 256 * kilobyte,
} as const;

/** Limits as {@link defaultLimits} names them. */
export type RequestLimits = Record<keyof typeof defaultLimits, number>;
