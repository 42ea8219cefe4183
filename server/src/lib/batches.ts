import { setTimeout as wait } from 'node:timers/promises';

const turn = 10_000;

type Pace = { rest?: number; stopping?: AbortSignal };

/**
 * Works batch after batch and rests after each, so that people who use the product meanwhile are served as ever.
 *
 * @param work does the next one and returns whether there may be more.
 * @returns whether all has been worked; false when the process is to stop.
 */
export function workInBatches(work: () => Promise<boolean>, pace: Pace): Promise<boolean> {
  return workEach(endless(), work, pace);
}

/**
 * Works one batch after another and rests after each, in proportion to its time, until `work` returns false or none is left.
 *
 * @returns false when the process is to stop; true otherwise.
 */
export async function workEach<Batch>(
  batches: AsyncIterable<Batch> | Iterable<Batch>,
  work: (batch: Batch) => Promise<boolean>,
  { rest = 1, stopping }: Pace,
): Promise<boolean> {
  for await (const batch of batches) {
    if (stopping?.aborted) return false;
    const began = performance.now();
    if (!(await work(batch))) return true;
    await wait((performance.now() - began) * rest);
  }
  return true;
}

/**
 * Works batch after batch for ten seconds at the most, so that other jobs of the kind have their turn.
 *
 * @param work does the next one and returns whether there may be more.
 * @returns whether all has been worked; false when the turn is over or the process is to stop.
 */
export async function workForATurn(work: () => Promise<boolean>, stopping: AbortSignal): Promise<boolean> {
  const end = performance.now() + turn;
  while (await work()) if (stopping.aborted || performance.now() > end) return false;
  return true;
}

function* endless(): Generator<undefined> {
  for (;;) yield undefined;
}
