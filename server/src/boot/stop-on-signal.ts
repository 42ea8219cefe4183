import type { Pitlane } from './start-pitlane.ts';

const ONE_KEY_PRESS_MS = 1_000;
const LONGEST_STOP_MS = 9_500;

/**
 * Stops Pitlane in order on SIGINT, SIGTERM, SIGHUP or the parent's death, and exits with 0. A second signal, or a stop that takes too
 * long, exits at once with 1; one that follows closely does not count, since a Ctrl-C may come from terminal and npm.
 *
 * @param starting called off by `interrupt` if under way.
 */
export function stopOnSignal(
  starting: Promise<Pitlane>,
  interrupt: AbortController,
  say: (line: string) => void,
): void {
  let firstAt: number | undefined;
  const onSignal = () => {
    if (firstAt !== undefined) {
      if (performance.now() - firstAt > ONE_KEY_PRESS_MS) process.exit(1);
      return;
    }
    firstAt = performance.now();
    say('Stopping');
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
    void stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  process.once('disconnect', onSignal);

  async function stop(): Promise<void> {
    interrupt.abort();
    const pitlane = await starting.catch(() => undefined);
    await pitlane?.stop();
    process.exit(0);
  }
}
