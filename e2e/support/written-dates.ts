import { addDays, dateIn } from '#contract/text/dates.ts';

/** In the demo's time zone, `YYYY-MM-DD`. */
export const today = dateIn('Asia/Dhaka', new Date());

/** Some days ahead, in full as the interface writes it. */
export function written(days: number): string {
  return write(addDays(today, days), true);
}

/** The same without the year. */
export function writtenShort(days: number): string {
  const date = addDays(today, days);
  return write(date, date.slice(0, 4) !== today.slice(0, 4));
}

function write(date: string, withYear: boolean): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    ...(withYear && { year: 'numeric' }),
  }).format(new Date(`${date}T00:00:00Z`));
}
