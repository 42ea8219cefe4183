import { countLimit } from '#contract/business.ts';

/** `isCapped`: there are more, not counted. */
export type Counted = { count: number; isCapped: boolean };

export function exactly(count: number): Counted {
  return { count, isCapped: false };
}

/** @param counted by a statement that stops one row after {@link countLimit}. */
export function upToLimit(counted: number): Counted {
  return { count: Math.min(counted, countLimit), isCapped: counted > countLimit };
}
