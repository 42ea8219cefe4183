import { addDays, dateIn, instantIn } from '#contract/text/dates.ts';
import type { DealerRules } from '#server/context.ts';
import type { Random } from './random.ts';

/** Share of a usual day's leads by weekday, from Sunday; Friday is the day of rest. */
const weekdayShares = [1.15, 1.1, 1, 1, 1.2, 0.4, 1.05];

/** @returns each lead's day of entry, oldest first: few on days of rest, slightly growing, never few today. */
export function planEntryDays(random: Random, today: string, days: number, leads: number): string[] {
  const dates = Array.from({ length: days }, (_, place) => addDays(today, place - days + 1));
  const weights = dates.map((date, place) => {
    const usual = weekdayShares[new Date(date).getUTCDay()] ?? 1;
    const growth = 0.85 + (0.3 * place) / days;
    return (date === today ? 1 : usual) * growth * (0.8 + 0.4 * random.unit());
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let upTo = 0;
  let entered = 0;
  return dates.flatMap((date, place) => {
    upTo += weights[place] ?? 0;
    const onDay = Math.round((upTo / all) * leads) - entered;
    entered += onDay;
    return Array<string>(onDay).fill(date);
  });
}

/** A moment in working hours, not after `now`; undefined when the day, or `after`, is still ahead. */
export function momentOn(random: Random, dealer: DealerRules, day: string, now: Date): Date;
export function momentOn(
  random: Random,
  dealer: DealerRules,
  day: string,
  now: Date,
  after: Date,
): Date | undefined;
export function momentOn(
  random: Random,
  dealer: DealerRules,
  day: string,
  now: Date,
  after?: Date,
): Date | undefined {
  const opens = instantIn(dealer.timeZone, day, '09:00').getTime();
  const closes = instantIn(dealer.timeZone, day, '19:00').getTime();
  const minute = 60_000;
  const share = random.unit();
  if (!after) {
    const latest = Math.min(closes, now.getTime() - minute);
    const earliest = Math.min(opens, instantIn(dealer.timeZone, day, '00:00').getTime());
    return new Date(
      latest > opens ? opens + share * (latest - opens) : earliest + share * Math.max(0, latest - earliest),
    );
  }
  const from = Math.max(opens, after.getTime() + minute);
  const at = from + share * Math.max(minute, closes - from);
  return at < now.getTime() && dateIn(dealer.timeZone, new Date(at)) === day ? new Date(at) : undefined;
}
