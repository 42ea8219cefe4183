import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';

const resolutionMs = 10;
const sampleMs = 1_000;
// Samples without a request until nobody looks any more: an idle process is not woken a hundred times a second.
const quietSamples = 10;

/**
 * Samples how late the event loop is while requests come.
 *
 * @returns a function that returns the mean delay of the last second in milliseconds; of a second in which the process stood still,
 *   infinity.
 */
export function sampleEventLoopDelay(app: FastifyInstance): () => number {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  let delayMs = 0;
  let left = 0;
  let sampling: NodeJS.Timeout | undefined;

  function take(): void {
    const { mean } = histogram;
    histogram.reset();
    delayMs = Number.isNaN(mean) ? Number.POSITIVE_INFINITY : Math.max(0, mean / 1e6 - resolutionMs);
    left--;
    if (left <= 0) stop();
  }

  function stop(): void {
    clearInterval(sampling);
    sampling = undefined;
    histogram.disable();
    delayMs = 0;
  }

  app.addHook('onRequest', async () => {
    left = quietSamples;
    if (sampling) return;
    histogram.reset();
    histogram.enable();
    sampling = setInterval(take, sampleMs).unref();
  });
  app.addHook('onClose', async () => stop());
  return () => delayMs;
}
