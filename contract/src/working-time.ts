import { addDays, dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';
import type { OpeningSpan, Week, WorkingHours } from './working-hours.ts';

const farthestDays = 400;

const minute = 60_000;

/** Returns the weekday of `YYYY-MM-DD`, 0 for Sunday. */
export function getWeekday(date: string): number {
  return new Date(date).getUTCDay();
}

/** Returns when a center is open on `date`, by its clock and in order. @param center null: one without hours of its own. */
export function getOpeningSpans(
  hours: WorkingHours,
  center: string | null,
  date: string,
): readonly OpeningSpan[] {
  const isClosed = hours.holidays.some(
    ({ day, serviceCenter }) => day === date && (serviceCenter === null || serviceCenter === center),
  );
  return isClosed ? [] : (getWeekOn(hours, center, date)[getWeekday(date)] ?? []);
}

/** Returns the week that holds on `date`, regardless of holidays. */
export function getWeekOn(hours: WorkingHours, center: string | null, date: string): Week {
  const planOf = (of: string | null) =>
    hours.plans
      .filter(({ serviceCenter, validFrom }) => serviceCenter === of && validFrom <= date)
      .reduce<WorkingHours['plans'][number] | undefined>(
        (latest, plan) => (latest && latest.validFrom > plan.validFrom ? latest : plan),
        undefined,
      )?.week;
  return (center === null ? undefined : planOf(center)) ?? planOf(null) ?? hours.usual;
}

/** Returns the working minutes within which an enquiry is to be answered. */
export function getTargetMinutes(
  { targets }: WorkingHours,
  platform: keyof WorkingHours['targets'] | null,
): number {
  return (platform && targets[platform]) ?? targets.default;
}

/**
 * Adds working minutes to a moment. Doors do not close when clocks go back: a span lasts from the first time that they show its
 * beginning until they first show its end.
 *
 * @returns when `minutes` working minutes have passed since `from`; undefined when the center does not open for long enough.
 */
export function addWorkingMinutes(
  hours: WorkingHours,
  { timeZone, center, from, minutes }: { timeZone: string; center: string; from: Date; minutes: number },
): Date | undefined {
  let left = minutes * minute;
  const first = dateInTimeZone(timeZone, from);
  for (let days = -1; days <= farthestDays; days++) {
    for (const [opens, closes] of openingsOn(hours, timeZone, center, addDays(first, days))) {
      const start = Math.max(opens, from.getTime());
      if (closes <= start) continue;
      if (closes - start >= left) return new Date(start + left);
      left -= closes - start;
    }
  }
  return undefined;
}

/** Returns when a center that is closed at a moment opens next; undefined if it is open then, or stays closed for too long. */
export function getNextOpening(
  hours: WorkingHours,
  { timeZone, center, from }: { timeZone: string; center: string; from: Date },
): Date | undefined {
  const first = dateInTimeZone(timeZone, from);
  for (let days = -1; days <= farthestDays; days++) {
    const next = openingsOn(hours, timeZone, center, addDays(first, days)).find(
      ([opens, closes]) => closes > Math.max(opens, from.getTime()),
    );
    if (next) return next[0] > from.getTime() ? new Date(next[0]) : undefined;
  }
  return undefined;
}

/**
 * Counts the whole working minutes between two moments, as {@link addWorkingMinutes} counts them; at most those of the first 400
 * days.
 */
export function countWorkingMinutes(
  hours: WorkingHours,
  { timeZone, center, from, to }: { timeZone: string; center: string; from: Date; to: Date },
): number {
  let open = 0;
  const first = dateInTimeZone(timeZone, from);
  const last = [dateInTimeZone(timeZone, to), addDays(first, farthestDays)].sort()[0] ?? first;
  for (let date = addDays(first, -1); date <= last; date = addDays(date, 1)) {
    for (const [opens, closes] of openingsOn(hours, timeZone, center, date))
      open += Math.max(0, Math.min(closes, to.getTime()) - Math.max(opens, from.getTime()));
  }
  return Math.floor(open / minute);
}

function openingsOn(hours: WorkingHours, timeZone: string, center: string, date: string): [number, number][] {
  return getOpeningSpans(hours, center, date).map(({ from, to }) => [
    instantInTimeZone(timeZone, date, from).getTime(),
    (to === '24:00'
      ? instantInTimeZone(timeZone, addDays(date, 1), '00:00')
      : instantInTimeZone(timeZone, date, to)
    ).getTime(),
  ]);
}
