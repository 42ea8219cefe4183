import { Worker } from 'node:worker_threads';
import { getErrorCode } from '#server/lib/errors.ts';
import type { WorkerAnswer } from './answer-questions.ts';
import { getThreadEnvironment } from './thread-environment.ts';
import { TooCostlyError } from './worker-pool.ts';

type Limits = {
  // Milliseconds for one answer; a thread that takes longer is ended.
  timeMs: number;
  memoryMb: number;
};

type Asked = { resolve: (value: unknown) => void; reject: (reason: unknown) => void };

/**
 * Opens a thread that keeps what it has opened and answers one question after another, until it is closed. One that takes too much
 * time or memory for an answer is ended, and the question fails.
 *
 * @param script a module that calls {@link answerQuestions}.
 * @param workerData what it is about.
 */
export function openWorkerThread(script: URL, workerData: unknown, { timeMs, memoryMb }: Limits) {
  const worker = new Worker(script, {
    ...{ workerData, env: getThreadEnvironment(), execArgv: [] },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  let asked: Asked | undefined;
  let ended: unknown;

  function end(reason: unknown): void {
    ended ??= reason;
    asked?.reject(ended);
    asked = undefined;
  }
  worker.on('message', ({ value, error }: WorkerAnswer) => {
    const { resolve, reject } = asked ?? {};
    asked = undefined;
    if (error === undefined) resolve?.(value);
    else reject?.(error);
  });
  worker.on('error', (error) =>
    end(getErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? new TooCostlyError('TOO_LARGE') : error),
  );
  worker.on('exit', () => end(new Error('The thread has ended')));

  /** One at a time. @throws TooCostlyError, and what the thread throws. */
  async function ask<Result>(question: unknown): Promise<Result> {
    if (ended !== undefined) throw ended;
    const timer = setTimeout(() => {
      end(new TooCostlyError('TOO_SLOW'));
      void worker.terminate();
    }, timeMs);
    const answer = new Promise<unknown>((resolve, reject) => {
      asked = { resolve, reject };
    });
    worker.postMessage(question);
    return (await answer.finally(() => clearTimeout(timer))) as Result;
  }

  return { ask, close: () => worker.terminate() };
}
