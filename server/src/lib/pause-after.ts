/** Milliseconds to the next attempt: twice as long after each failure. @param failures before this one. */
export function getRetryPauseMs(
  failures: number,
  { first, longest }: { first: number; longest: number },
): number {
  return Math.min(longest, first * 2 ** Math.min(failures, 20));
}
