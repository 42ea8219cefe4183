import { MessageChannel, type Transferable } from 'node:worker_threads';
import Tinypool from 'tinypool';
import { getErrorCode } from '#server/lib/errors.ts';
import { getThreadEnvironment } from './thread-environment.ts';
import type { Begun } from './worker-task.ts';

/** Says that a thread took too much time or memory, and was ended. */
export class TooCostlyError extends Error {
  override name = 'TooCostlyError';
  readonly code: 'TOO_SLOW' | 'TOO_LARGE';

  constructor(code: TooCostlyError['code']) {
    super(code);
    this.code = code;
  }
}

type Limits = {
  threads: number;
  /** Milliseconds from the moment at which a thread begins with a task; a thread that takes longer is ended. */
  timeMs: number;
  memoryMb: number;
};

/** Limits of threads that read notifications, whose senders wait for an answer. */
export const notificationLimits: Limits = { threads: 1, timeMs: 10_000, memoryMb: 256 };

// Milliseconds after which a thread that has nothing to do ends.
const idleMs = 20_000;
const youngMb = 16;

/**
 * Makes a pool of threads that work on what strangers send, so that the main thread serves people meanwhile. None begins before there
 * is work.
 *
 * @param script a module whose functions {@link workerTask} has made.
 * @returns `run`, which runs one of them, and throws a TooCostlyError for what takes too much time or memory.
 */
export function openWorkerPool(script: URL, { threads, timeMs, memoryMb }: Limits) {
  let pool: Tinypool | undefined;
  const opened = () =>
    new Tinypool({
      filename: script.href,
      ...{ minThreads: 0, maxThreads: threads, idleTimeout: idleMs },
      ...{ execArgv: [], env: getThreadEnvironment() },
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
    });

  /**
   * Runs a function of the script in a thread.
   *
   * @throws TooCostlyError when it takes more time or memory than it may, and what the function throws, as far as it can be copied.
   */
  async function run<Result>(name: string, given: unknown, transfer: Transferable[] = []): Promise<Result> {
    pool ??= opened();
    const { port1: heard, port2: port } = new MessageChannel();
    const ending = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    heard.once('message', () => {
      timer = setTimeout(() => ending.abort(), timeMs);
    });
    try {
      const task: Begun = { given, port };
      return await pool.run(task, { name, transferList: [port, ...transfer], signal: ending.signal });
    } catch (error) {
      if (ending.signal.aborted) throw new TooCostlyError('TOO_SLOW');
      if (getErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY') throw new TooCostlyError('TOO_LARGE');
      throw error;
    } finally {
      clearTimeout(timer);
      heard.close();
    }
  }

  return { run };
}
