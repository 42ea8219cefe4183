import { countLimit } from '#contract/business.ts';

/** How many rows a list has; `isCapped` when there are more than that, and they were not counted. */
export type Counted = { count: number; isCapped: boolean };

/** @returns a number that is known, from a counter. */
export function exactly(count: number): Counted {
  return { count, isCapped: false };
}

/** @returns what a statement counted that stops one row after {@link countLimit}. */
export function upToLimit(counted: number): Counted {
  return { count: Math.min(counted, countLimit), isCapped: counted > countLimit };
}
