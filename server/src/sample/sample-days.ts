import { type Platform, platforms } from '#contract/leads/leads.ts';
import { addDays, dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';
import type { WorkingHours } from '#contract/working-hours.ts';
import {
  addWorkingMinutes,
  countWorkingMinutes,
  getOpeningSpans,
  getWeekday,
} from '#contract/working-time.ts';
import type { Random } from './random.ts';

/** A sample center with its hours. */
export type Workplace = { hours: WorkingHours; timeZone: string; center: string };

/** The course of a sample lead, beside the usual. */
export type Fate = 'usual' | 'unanswered' | 'triedOnce' | 'followUpMissed' | 'followUpOfNobody' | 'noOutcome';

/** A lead of the sample dealer, before it is stored. `center`: its index. */
export type Entry = { at: Date; center: number; platform: Platform; fate: Fate };

const minute = 60_000;

const weekdayShares = [1.15, 1.1, 1, 1, 1.2, 0.4, 1.05];

const hourShares = [1, 1, 0, 0, 0, 0, 1, 2, 4, 9, 11, 9, 8, 6, 6, 8, 9, 8, 6, 4, 3, 2, 1, 1];

const busyness = [0, 1, 0, 2, 1, 3, 0, 4, 1, 5, 2, 0, 3, 1];

const freshMinutes = [1, 4, 9, 16, 26, 41];

const leftBehind: readonly (readonly Fate[])[] = [
  ['unanswered', 'unanswered', 'unanswered'],
  ['unanswered', 'unanswered'],
  ['unanswered', 'unanswered', 'noOutcome'],
  ['triedOnce', 'unanswered', 'triedOnce', 'followUpMissed'],
  ['triedOnce', 'followUpOfNobody', 'triedOnce', 'noOutcome'],
  ['unanswered', 'triedOnce', 'noOutcome'],
  ['triedOnce', 'followUpMissed', 'noOutcome'],
  ['unanswered', 'triedOnce'],
  ['triedOnce', 'followUpOfNobody'],
  ['followUpMissed'],
  [],
  ['followUpOfNobody'],
  ['followUpMissed'],
  ['followUpOfNobody'],
];

/** Plans when and where the leads of the sample dealer come in, oldest first; stores none. */
export function planEntries(
  random: Random,
  { timeZone, now, days, leads }: { timeZone: string; now: Date; days: number; leads: number },
): Entry[] {
  const today = dateInTimeZone(timeZone, now);
  const minutesToday = (now.getTime() - instantInTimeZone(timeZone, today, '00:00').getTime()) / minute;
  const earlier = shareUntil(Math.max(0, minutesToday - Math.max(...freshMinutes)));
  const countToday = Math.max(4, Math.round((leads / days) * earlier));
  const counts = countByDay(random, { today, days, leads: leads - countToday - freshMinutes.length });
  const entries = [...counts, countToday].flatMap((count, place, { length }) => {
    const back = length - 1 - place;
    const midnight = instantInTimeZone(timeZone, addDays(today, -back), '00:00').getTime();
    const moments = Array.from({ length: count }, () =>
      minuteAt(random.unit() * (back === 0 ? earlier : 1)),
    ).sort((one, other) => one - other);
    const fates = leftBehind[back] ?? [];
    return moments.map((minutes, place): Entry => {
      const at = new Date(midnight + minutes * minute);
      const fate = fates[place];
      if (!fate)
        return { at, center: random.pick(busyness), platform: random.pick(platforms), fate: 'usual' };
      const center = busyness[(back + place) % busyness.length] ?? 0;
      return { at, center, platform: random.pick(['facebook', 'whatsapp']), fate };
    });
  });
  const fresh = freshMinutes.map((ago, place): Entry => {
    const at = new Date(now.getTime() - Math.min(ago, minutesToday) * minute);
    return { at, center: busyness[place] ?? 0, platform: random.pick(platforms), fate: 'unanswered' };
  });
  return [...entries, ...fresh];
}

function countByDay(
  random: Random,
  { today, days, leads }: { today: string; days: number; leads: number },
): number[] {
  const weights = Array.from({ length: days - 1 }, (_, place) => {
    const usual = weekdayShares[getWeekday(addDays(today, place - days + 1))] ?? 1;
    const growth = 0.9 + (0.2 * place) / days;
    return usual * growth * (0.8 + 0.4 * random.unit());
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let upTo = 0;
  let entered = 0;
  return weights.map((weight) => {
    upTo += weight;
    const onDay = Math.round((upTo / all) * leads) - entered;
    entered += onDay;
    return onDay;
  });
}

const allHours = hourShares.reduce((sum, share) => sum + share, 0);

function shareUntil(minutes: number): number {
  const hour = Math.floor(minutes / 60);
  const whole = hourShares.slice(0, hour).reduce((sum, share) => sum + share, 0);
  return (whole + (hourShares[hour] ?? 0) * (minutes / 60 - hour)) / allHours;
}

function minuteAt(share: number): number {
  let left = share * allHours;
  for (const [hour, here] of hourShares.entries()) {
    if (left < here) return (hour + left / here) * 60;
    left -= here;
  }
  return 24 * 60 - 1;
}

/** Finds the first day from this one on at which the center is open. */
export function findOpenDay(place: Workplace, day: string): string {
  return getOpeningSpans(place.hours, place.center, day).length > 0
    ? day
    : findOpenDay(place, addDays(day, 1));
}

/** Returns the moment after so many minutes in which the center is open. @throws RangeError when it does not open again. */
export function addOpenMinutes({ hours, timeZone, center }: Workplace, from: Date, minutes: number): Date {
  const at = addWorkingMinutes(hours, { timeZone, center, from, minutes });
  if (!at) throw new RangeError('The center does not open again');
  return at;
}

/** Draws a moment within the hours of a day, after a moment; undefined when the center is not open then. */
export function drawMomentOn(random: Random, place: Workplace, day: string, after: Date): Date | undefined {
  const { hours, timeZone, center } = place;
  const from = new Date(Math.max(instantInTimeZone(timeZone, day, '00:00').getTime(), after.getTime()));
  const to = instantInTimeZone(timeZone, addDays(day, 1), '00:00');
  const open = from < to ? countWorkingMinutes(hours, { timeZone, center, from, to }) : 0;
  return open > 0 ? addOpenMinutes(place, from, random.between(1, open)) : undefined;
}

/** Draws a moment within the hours of a day, after a moment, or of the first day on which that can be. */
export function drawMomentFrom(random: Random, place: Workplace, day: string, after: Date): Date {
  return drawMomentOn(random, place, day, after) ?? drawMomentFrom(random, place, addDays(day, 1), after);
}
