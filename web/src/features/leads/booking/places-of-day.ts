import type { PlaceTime } from '#contract/bookings/bookings.ts';

/** A place in the grid of a day: a column for each hour, a row for each half of it; both are counted from 1. */
type PlacedTime = PlaceTime & { column: number; row: 1 | 2 };

/** A column of the grid: how many cars come in its hour, of how many at most. */
type HourColumn = { hour: string; booked: number; capacity: number | null };

/**
 * Leaves out the times before `from` and puts the others into columns by the hour of the clock.
 *
 * @returns `isHalfDay`: no two hours look the same without "am" and "pm".
 */
export function arrangeTimes(
  times: readonly PlaceTime[],
  from = '',
): { hours: HourColumn[]; times: PlacedTime[]; isHalfDay: boolean } {
  const hours: HourColumn[] = [];
  const placed = times
    .filter(({ time }) => time >= from)
    .map((one): PlacedTime => {
      const hour = one.time.slice(0, 2);
      if (hours.at(-1)?.hour !== hour) hours.push({ hour, booked: one.booked, capacity: one.capacity });
      return { ...one, column: hours.length, row: one.time.slice(3) < '30' ? 1 : 2 };
    });
  const isHalfDay = Number(hours.at(-1)?.hour) - Number(hours[0]?.hour) < 12;
  return { hours, times: placed, isHalfDay };
}

/** Finds the first free time after another one. @param after '' for the first of all. */
export function findFreeAfter(times: readonly PlaceTime[], after: string): string | undefined {
  return times.find(({ time, isFree }) => isFree && time > after)?.time;
}
