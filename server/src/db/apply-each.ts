import { Refusal } from '#server/lib/refusal.ts';

/**
 * Runs work on items one after another, in a shared transaction.
 *
 * @returns the value or refusal of each, in their order; other errors concern the transaction and are thrown.
 */
export async function applyEach<Item, Result>(
  items: readonly Item[],
  settle: (item: Item) => Promise<Result> | Result,
): Promise<PromiseSettledResult<Result>[]> {
  const outcomes: PromiseSettledResult<Result>[] = [];
  for (const item of items) {
    try {
      outcomes.push({ status: 'fulfilled', value: await settle(item) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcomes.push({ status: 'rejected', reason: error });
    }
  }
  return outcomes;
}

/** Returns the value of a result. @throws the refusal that it is instead. */
export function unwrapResult<Result>(outcome: PromiseSettledResult<Result> | undefined): Result {
  if (outcome?.status === 'fulfilled') return outcome.value;
  throw outcome?.reason ?? new Error('Nothing was settled');
}
