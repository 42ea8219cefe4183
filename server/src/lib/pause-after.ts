/**
 * Returns the milliseconds to the next attempt: twice as many after each failure, up to the longest.
 *
 * @param failures before this one.
 * @param pause.first in milliseconds, as `longest`.
 */
export function getRetryPauseMs(
  failures: number,
  { first, longest }: { first: number; longest: number },
): number {
  return Math.min(longest, first * 2 ** Math.min(failures, 20));
}
