import { addDays, dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';

const timeZone = 'Asia/Dhaka';

/** Returns today's date of the demo's dealer, `YYYY-MM-DD`. */
export function dealerToday(): string {
  return dateInTimeZone(timeZone, new Date());
}

const longestByOneDate = 90_000;

/** Waits until the dealer's midnight is past if it is less than 90 seconds away, so that a test sees one date. */
export async function waitPastMidnight(): Promise<void> {
  const left = instantInTimeZone(timeZone, addDays(dealerToday(), 1), '00:00').getTime() - Date.now();
  if (left < longestByOneDate) await new Promise((resolve) => setTimeout(resolve, left));
}

/** Writes the day so many days from today as the app does, with its year. */
export function formatDayFromToday(days: number): string {
  return write(addDays(dealerToday(), days), true);
}

/** Writes the day so many days from today as the app does, with a year only if it is another one. */
export function formatDayFromTodayShort(days: number): string {
  const date = addDays(dealerToday(), days);
  return write(date, date.slice(0, 4) !== dealerToday().slice(0, 4));
}

function write(date: string, withYear: boolean): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    ...(withYear && { year: 'numeric' }),
  }).format(new Date(`${date}T00:00:00Z`));
}
