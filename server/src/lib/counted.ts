import { maxCountedRows } from '#contract/business.ts';

export type CappedCount = { count: number; isCapped: boolean };

export function exactCount(count: number): CappedCount {
  return { count, isCapped: false };
}

export function capCount(counted: number, limit = maxCountedRows): CappedCount {
  return { count: Math.min(counted, limit), isCapped: counted > limit };
}

export type RowRange = { limit: number; offset: number; isFromEnd: boolean };

/** Finds the rows of a page in a list of `total` rows from the nearer end, since PostgreSQL walks over what comes before. */
export function rangeFromNearerEnd(total: number, limit: number, offset: number): RowRange {
  const left = Math.max(0, Math.min(limit, total - offset));
  if (offset <= total / 2) return { limit: left, offset, isFromEnd: false };
  return { limit: left, offset: Math.max(0, total - offset - left), isFromEnd: true };
}
