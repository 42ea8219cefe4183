import { parentPort } from 'node:worker_threads';

export type Answer = { value?: unknown; error?: unknown };

/** Answers what the thread is asked, one question after another. */
export function answerQuestions<Question>(answer: (question: Question) => Promise<unknown>): void {
  parentPort?.on('message', (question: Question) => {
    answer(question).then(
      (value) => parentPort?.postMessage({ value } satisfies Answer),
      (error: unknown) => parentPort?.postMessage({ error: error ?? new Error('Nothing') } satisfies Answer),
    );
  });
}
