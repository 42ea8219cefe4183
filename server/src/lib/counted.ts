import { countLimit } from '#contract/business.ts';

/** `isCapped`: there are more, not counted. */
export type Counted = { count: number; isCapped: boolean };

export function exactly(count: number): Counted {
  return { count, isCapped: false };
}

/** @param counted by a statement that stops one row after the limit. */
export function upToLimit(counted: number, limit = countLimit): Counted {
  return { count: Math.min(counted, limit), isCapped: counted > limit };
}

/** Rows of a list, from its beginning or its end. */
export type RowRange = { limit: number; offset: number; isFromEnd: boolean };

/** A page of a list of `total` rows, from the nearer end: PostgreSQL walks over what comes before. */
export function fromNearerEnd(total: number, limit: number, offset: number): RowRange {
  const left = Math.max(0, Math.min(limit, total - offset));
  if (offset <= total / 2) return { limit: left, offset, isFromEnd: false };
  return { limit: left, offset: Math.max(0, total - offset - left), isFromEnd: true };
}
