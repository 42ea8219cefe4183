import { totalmem } from 'node:os';

const mib = 2 ** 20;

/** Returns the bytes of memory that this process may use: the machine's, or fewer if a container says so. */
export function getUsableMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/**
 * Returns the settings of PostgreSQL for its memory: it shares the machine with Pitlane and with whatever else runs there, so it takes
 * a sixteenth for its own cache, and relies on the system's for the rest. It uses no more than it has data.
 *
 * @param memory in bytes.
 * @returns lines such as `shared_buffers=128MB`.
 */
export function getMemorySettings(memory: number): string[] {
  const share = (part: number, least: number, most: number) =>
    `${Math.min(most, Math.max(least, Math.floor(memory / part / mib)))}MB`;
  return [
    `shared_buffers=${share(16, 128, 2_048)}`,
    `effective_cache_size=${share(2, 512, 65_536)}`,
    `maintenance_work_mem=${share(64, 64, 512)}`,
  ];
}
