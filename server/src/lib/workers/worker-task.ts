import type { MessagePort } from 'node:worker_threads';

/** A task on its way to a thread; `port` hears when the thread begins with it. */
export type Begun = { given: unknown; port: MessagePort };

/** Makes a function that a worker pool can run: its time counts from when it begins, not from when it was queued. */
export function workerTask<Given, Result>(work: (given: Given) => Result | Promise<Result>) {
  return async ({ given, port }: { given: Given; port: MessagePort }): Promise<Result> => {
    port.postMessage('begun');
    port.close();
    return work(given);
  };
}
