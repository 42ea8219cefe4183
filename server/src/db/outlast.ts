import { setTimeout as wait } from 'node:timers/promises';
import { isDatabaseAway } from './failures.ts';

const again = 250;

/**
 * Runs a write that cannot be lost, such as of what another company said, again and again while the database is away, for up to
 * `longest` milliseconds. A write that was committed although its answer was lost must change nothing when it is repeated.
 *
 * @returns what the write returns.
 * @throws what the write throws, also of a database that is away for longer, or once `stopping` aborts.
 */
export async function outlastDatabase<T>(
  write: () => Promise<T>,
  { longest, stopping }: { longest: number; stopping?: AbortSignal | undefined },
): Promise<T> {
  const giveUp = performance.now() + longest;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseAway(error) || stopping?.aborted || performance.now() > giveUp) throw error;
      await wait(again, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}
