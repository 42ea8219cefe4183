/** Formatters for the API's values: calendar dates are `YYYY-MM-DD`, instants ISO 8601, times `HH:MM`. */

const localeOf = (locale: string) => (locale === 'en' ? 'en-GB' : locale);
const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const timeOfDay = { hour: 'numeric', minute: '2-digit', hour12: true } as const;

/** @returns a calendar date: `21 Nov 2026`. */
export function formatDate(date: string, locale: string): string {
  const at = new Date(`${date.slice(0, 10)}T00:00:00Z`);
  const parts = { timeZone: 'UTC', ...day } as const;
  return Number.isNaN(at.valueOf()) ? date : new Intl.DateTimeFormat(localeOf(locale), parts).format(at);
}

/** @returns a calendar date near another, without the year that both have: `3 Dec`. */
export function formatNearDate(date: string, near: string, locale: string): string {
  if (date.slice(0, 4) !== near.slice(0, 4)) return formatDate(date, locale);
  const parts = { timeZone: 'UTC', day: 'numeric', month: 'short' } as const;
  return new Intl.DateTimeFormat(localeOf(locale), parts).format(new Date(`${date}T00:00:00Z`));
}

/** @returns the day of an instant in the dealer's time zone: `21 Nov 2026`. */
export function formatDay(instant: string, timeZone: string, locale: string): string {
  const parts = { timeZone, ...day } as const;
  return new Intl.DateTimeFormat(localeOf(locale), parts).format(new Date(instant));
}

/** @returns an instant with its time of day in the dealer's time zone: `21 Nov 2026, 2:30 pm`. */
export function formatMoment(instant: string, timeZone: string, locale: string): string {
  const parts = { timeZone, ...day, ...timeOfDay } as const;
  return new Intl.DateTimeFormat(localeOf(locale), parts).format(new Date(instant));
}

/** @returns the time of day of an instant in the dealer's time zone: `2:30 pm`. */
export function formatTimeOf(instant: number, timeZone: string, locale: string): string {
  return new Intl.DateTimeFormat(localeOf(locale), { timeZone, ...timeOfDay }).format(instant);
}

/** @returns a time of day on a 12-hour clock: `2:30 pm` (specification, section 3). */
export function formatTime(time: string, locale: string): string {
  const parts = { timeZone: 'UTC', ...timeOfDay } as const;
  return new Intl.DateTimeFormat(localeOf(locale), parts).format(new Date(`1970-01-01T${time}:00Z`));
}
