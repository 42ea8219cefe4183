import { addDays } from '#contract/text/dates.ts';

const daysOfWeek = 7;

/** Writes a day as its weekday if it is one of the next seven, otherwise with its date. */
export function formatPlaceDay(date: string, today: string, language: string): string {
  const isNear = date >= today && date < addDays(today, daysOfWeek);
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    timeZone: 'UTC',
    ...(isNear ? { weekday: 'long' } : { weekday: 'short', day: 'numeric', month: 'short' }),
  }).format(new Date(`${date}T00:00:00Z`));
}
