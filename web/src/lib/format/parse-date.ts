import { addDays } from '#contract/text/dates.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Reads a typed date, day before month: `21/11/2026`, `21.11.26`, `21-11`, `21 nov`, `2026-11-21`, `today`,
 * `tomorrow`, `yesterday`, `+3`.
 *
 * @param today the dealer's.
 * @param yearless a date without a year is the `next` from today on, or the `last` up to today.
 * @param from with `next`, from this day on instead.
 * @returns `YYYY-MM-DD`; undefined for no date.
 */
export function parseDate(
  typed: string,
  today: string,
  yearless: 'next' | 'last' = 'next',
  from = today,
): string | undefined {
  const text = latinDigits(typed).trim().toLowerCase();
  if (text === 'today') return today;
  if (text === 'tomorrow') return addDays(today, 1);
  if (text === 'yesterday') return addDays(today, -1);
  const ahead = /^\+(\d{1,3})$/.exec(text);
  if (ahead) return addDays(today, Number(ahead[1]));

  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (iso) return calendarDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));

  const [, day, month = '', year] =
    /^(\d{1,2})[\s./-]+(\d{1,2}|[a-z]{3,9})(?:[\s,./-]+(\d{4}|\d{2}))?$/.exec(text) ?? [];
  const monthNumber = /^\d/.test(month) ? Number(month) : months.indexOf(month.slice(0, 3)) + 1;
  if (!day || monthNumber === 0) return undefined;
  if (year)
    return calendarDate(year.length === 2 ? 2000 + Number(year) : Number(year), monthNumber, Number(day));
  const start = yearless === 'last' ? today : from;
  const startYear = Number(start.slice(0, 4));
  const date = calendarDate(startYear, monthNumber, Number(day));
  if (yearless === 'last') {
    return date && date > start ? calendarDate(startYear - 1, monthNumber, Number(day)) : date;
  }
  return date && date < start ? calendarDate(startYear + 1, monthNumber, Number(day)) : date;
}

/** @returns whether a typed date lacks its year, so that one was assumed. */
export function isYearless(typed: string): boolean {
  return /^\d{1,2}[\s./-]+(\d{1,2}|[a-z]{3,9})$/.test(latinDigits(typed).trim().toLowerCase());
}

function calendarDate(year: number, month: number, day: number): string | undefined {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal ? at.toISOString().slice(0, 10) : undefined;
}

function latinDigits(text: string): string {
  return text.replace(/[\u09e6-\u09ef]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6));
}
