import type { Logger } from 'pino';
import { getErrorCode } from '#server/lib/errors.ts';

/**
 * Workers of one lane of work per key. `wake` takes up what waits under a key; `idle` resolves once nothing is worked; `stop` ends
 * them.
 */
export type KeyedWorkers = {
  wake: (key: string) => void;
  idle: () => Promise<void>;
  stop: () => Promise<void>;
  stopping: AbortSignal;
};

/**
 * Opens workers that work what waits under each key, apart from the other keys; nothing is worked before a key is woken.
 *
 * @param options.most so many at a time of a key.
 * @param options.claim takes the next of a key; undefined when none is due.
 * @param options.failed is logged when either fails; what waits is taken up when the key is woken again.
 */
export function openKeyedWorkers<Claimed>(
  {
    most,
    claim,
    work,
    failed,
  }: {
    most: number;
    claim: (key: string) => Promise<Claimed | undefined>;
    work: (key: string, claimed: Claimed) => Promise<void>;
    failed: string;
  },
  log: Pick<Logger, 'warn'>,
): KeyedWorkers {
  const running = new Map<string, Set<Promise<void>>>();
  const news = new Set<string>();
  const stopping = new AbortController();
  const { signal } = stopping;

  function openLane(key: string): void {
    const open = running.get(key) ?? new Set();
    running.set(key, open);
    if (open.size >= most || signal.aborted) return;
    const lane = workAll(key)
      .catch((error: unknown) => log.warn({ reason: getErrorCode(error) || 'unknown' }, failed))
      .finally(() => open.delete(lane));
    open.add(lane);
  }

  async function workAll(key: string): Promise<void> {
    do {
      news.delete(key);
      while (!signal.aborted) {
        const claimed = await claim(key);
        if (claimed === undefined) break;
        openLane(key);
        await work(key, claimed);
      }
    } while (news.has(key) && !signal.aborted);
  }

  async function idle(): Promise<void> {
    const open = [...running.values()].flatMap((lanes) => [...lanes]);
    if (open.length === 0) return;
    await Promise.all(open);
    // A lane opens others.
    await idle();
  }

  return {
    wake: (key) => {
      news.add(key);
      openLane(key);
    },
    idle,
    stopping: signal,
    stop: async () => {
      stopping.abort();
      await idle();
    },
  };
}
