import { addDays, daysBetween, instantInTimeZone } from '#contract/text/dates.ts';

/** Returns when each day from `from` to `to` begins in a time zone, and last when the day after begins. */
export function listDayBoundaries(timeZone: string, from: string, to: string): Date[] {
  const days = daysBetween(from, to) + 1;
  return Array.from({ length: days + 1 }, (_, place) =>
    instantInTimeZone(timeZone, addDays(from, place), '00:00'),
  );
}
