import { addDays } from '#contract/text/dates.ts';

/** Returns the full hour in which a time lies: 09:30 lies from 09:00 to 10:00. */
export function getClockHour(time: string): { from: string; to: string } {
  const hour = Number(time.slice(0, 2));
  const write = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;
  return { from: write(hour), to: write(hour + 1) };
}

export type NoticeUnit = 'minutes' | 'hours' | 'days';

/** Converts minutes to the largest unit of which they are a whole number. */
export function splitNotice(minutes: number): { unit: NoticeUnit; count: number } {
  if (minutes > 0 && minutes % 1_440 === 0) return { unit: 'days', count: minutes / 1_440 };
  if (minutes > 0 && minutes % 60 === 0) return { unit: 'hours', count: minutes / 60 };
  return { unit: 'minutes', count: minutes };
}

const daysOfWeek = 7;

/** Writes a day as its weekday if it is one of the next seven, otherwise with its date. */
export function formatPlaceDay(date: string, today: string, language: string): string {
  const isNear = date >= today && date < addDays(today, daysOfWeek);
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    timeZone: 'UTC',
    ...(isNear ? { weekday: 'long' } : { weekday: 'short', day: 'numeric', month: 'short' }),
  }).format(new Date(`${date}T00:00:00Z`));
}
