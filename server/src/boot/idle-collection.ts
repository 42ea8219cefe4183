import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const lookEvery = 10_000;
/** The share of a look's time in which the event loop may work and yet count as idle. */
const idleShare = 0.05;
const worthCollecting = 32 * 1024 * 1024;

/**
 * Gives back what a burst of work left behind: V8 keeps a grown heap and its free pages for as long as nothing is allocated,
 * which in an idle process may be for ever. When the process idles and holds more than after the collection before, it
 * collects once, for some tens of milliseconds in which nobody waits.
 */
export function collectWhenIdle(): { stop(): void } {
  setFlagsFromString('--expose-gc');
  const collect: (options: object) => void = runInNewContext('gc');
  let before = performance.eventLoopUtilization();
  let settledAt = 0;
  const look = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const share = performance.eventLoopUtilization(now, before).utilization;
    before = now;
    if (share > idleShare || process.memoryUsage.rss() < settledAt + worthCollecting) return;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    settledAt = process.memoryUsage.rss();
  }, lookEvery).unref();
  return { stop: () => clearInterval(look) };
}
