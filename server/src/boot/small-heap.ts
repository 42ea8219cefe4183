import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const lookEvery = 10_000;
const idleShare = 0.05;
const worthCollecting = 32 * 1024 * 1024;
const looksUntilSecond = 3;

/**
 * Collects garbage while the process is idle, until it is stopped. V8 keeps a grown heap while nothing is allocated: an idle process
 * that holds more than after the last collection collects, for some tens of milliseconds, and once more half a minute later: clients
 * that stalled may have held much the first time. Under load the heap grows by half of what is alive.
 */
export function collectWhenIdle(): { stop(): void } {
  setFlagsFromString('--expose-gc');
  // By default old objects may grow to four times what is alive.
  setFlagsFromString('--heap-growing-percent=50');
  const collect: (options: object) => void = runInNewContext('gc');
  let before = performance.eventLoopUtilization();
  let settledAt = 0;
  let looksSince = looksUntilSecond;
  const look = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const share = performance.eventLoopUtilization(now, before).utilization;
    before = now;
    if (share > idleShare) return;
    const hasGrown = process.memoryUsage.rss() >= settledAt + worthCollecting;
    looksSince = hasGrown ? 0 : looksSince + 1;
    if (!hasGrown && looksSince !== looksUntilSecond) return;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    settledAt = process.memoryUsage.rss();
  }, lookEvery).unref();
  return { stop: () => clearInterval(look) };
}
