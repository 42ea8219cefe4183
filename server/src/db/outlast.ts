import { setTimeout as wait } from 'node:timers/promises';
import { isDatabaseAway } from './failures.ts';

const again = 250;

/**
 * Writes what cannot be found out again, such as what another company said: as often as the database is away, for some milliseconds. A
 * write that was committed although its answer was lost must change nothing when it is repeated.
 *
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
