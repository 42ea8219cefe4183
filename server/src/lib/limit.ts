/** Thrown when a limited piece of work has too many others waiting before it. */
export class TooBusyError extends Error {}

/**
 * Lets at most `running` calls run at once and `waiting` more wait.
 *
 * @throws TooBusyError from the returned function when the queue is full.
 */
export function limitConcurrency(running: number, waiting: number) {
  let active = 0;
  const queue: (() => void)[] = [];
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (active >= running) {
      if (queue.length >= waiting) throw new TooBusyError();
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      active++;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else active--;
    }
  };
}
