import { maxCountedRows } from '#contract/business.ts';

/** A number of rows; `isCapped`: there are more. */
export type CappedCount = { count: number; isCapped: boolean };

/** Makes a count of what was counted to its end. */
export function toExactCount(count: number): CappedCount {
  return { count, isCapped: false };
}

/** Makes a count of what was counted up to one more than the limit, which shows that there are more. */
export function capCount(counted: number, limit = maxCountedRows): CappedCount {
  return { count: Math.min(counted, limit), isCapped: counted > limit };
}

/** The rows of a page; `isFromEnd`: counted from the end of the list. */
export type RowRange = { limit: number; offset: number; isFromEnd: boolean };

/** Returns the rows of a page in a list of `total` rows, counted from the nearer end, since PostgreSQL walks over what comes before. */
export function getRangeFromNearerEnd(total: number, limit: number, offset: number): RowRange {
  const left = Math.max(0, Math.min(limit, total - offset));
  if (offset <= total / 2) return { limit: left, offset, isFromEnd: false };
  return { limit: left, offset: Math.max(0, total - offset - left), isFromEnd: true };
}
