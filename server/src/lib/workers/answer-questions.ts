import { parentPort } from 'node:worker_threads';

/** The message by which a worker thread answers: a value, or why there is none. */
export type WorkerAnswer = { value?: unknown; error?: unknown };

/** Makes a worker thread answer what it is asked, one question after another. */
export function answerQuestions<Question>(answer: (question: Question) => Promise<unknown>): void {
  parentPort?.on('message', (question: Question) => {
    answer(question).then(
      (value) => parentPort?.postMessage({ value } satisfies WorkerAnswer),
      (error: unknown) =>
        parentPort?.postMessage({ error: error ?? new Error('Nothing') } satisfies WorkerAnswer),
    );
  });
}
