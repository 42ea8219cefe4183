import { addDays, dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';

const timeZone = 'Asia/Dhaka';

export function today(): string {
  return dateInTimeZone(timeZone, new Date());
}

const longestByOneDate = 90_000;

export async function awaitNearMidnight(): Promise<void> {
  const left = instantInTimeZone(timeZone, addDays(today(), 1), '00:00').getTime() - Date.now();
  if (left < longestByOneDate) await new Promise((resolve) => setTimeout(resolve, left));
}

export function written(days: number): string {
  return write(addDays(today(), days), true);
}

export function writtenShort(days: number): string {
  const date = addDays(today(), days);
  return write(date, date.slice(0, 4) !== today().slice(0, 4));
}

function write(date: string, withYear: boolean): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    ...(withYear && { year: 'numeric' }),
  }).format(new Date(`${date}T00:00:00Z`));
}
