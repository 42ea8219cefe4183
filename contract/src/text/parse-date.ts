import { addDays } from './dates.ts';
import { isReadAsDayOfWeek, readDayWord } from './day-words.ts';
import { toLatinDigits } from './digits.ts';
import { readDay } from './read-day.ts';

/**
 * Reads a typed day, day before month: `21/11/2026`, `21.11.26`, `21-11`, `21 nov`, `Nov 21st`, `২১ নভেম্বর`, `2026-11-21`,
 * `today`, `sat`, `শনিবার`, `+3`.
 *
 * @param today the dealer's.
 * @param yearless a date without a year and a day of the week are the `next` from today on, or the `last` up to today.
 * @param from with `next`, from this day on instead.
 * @returns `YYYY-MM-DD`; undefined for no date.
 */
export function parseDate(
  typed: string,
  today: string,
  yearless: 'next' | 'last' = 'next',
  from = today,
): string | undefined {
  const ahead = /^\+(\d{1,3})$/.exec(toLatinDigits(typed).trim());
  if (ahead) return addDays(today, Number(ahead[1]));
  return (
    wholeDate(typed) ??
    (isYearless(typed) ? dayOfYear(typed, yearless, yearless === 'last' ? today : from) : undefined) ??
    dayWord(typed, today, yearless, from)
  );
}

/** @returns whether a typed date lacks its year, so that one was assumed. */
export function isYearless(typed: string): boolean {
  return wholeDate(typed) === undefined && inYear(typed, leapYear) !== undefined;
}

const leapYear = 2028;

function wholeDate(typed: string): string | undefined {
  const text = toLatinDigits(typed).trim();
  const day = /^\d{5}/.test(text) && !/^\d{8}$/.test(text) ? undefined : readDay(text, 'day');
  return day?.time === null ? day.date : undefined;
}

function inYear(typed: string, year: number): string | undefined {
  return wholeDate(`${typed.trim()} ${year}`);
}

function dayOfYear(typed: string, yearless: 'next' | 'last', start: string): string | undefined {
  const year = Number(start.slice(0, 4));
  const date = inYear(typed, year);
  if (yearless === 'last') return date && date > start ? inYear(typed, year - 1) : date;
  return date && date < start ? inYear(typed, year + 1) : date;
}

function dayWord(typed: string, today: string, yearless: 'next' | 'last', from: string): string | undefined {
  const day = readDayWord(typed, today, yearless);
  const later = yearless === 'next' && from > today && isReadAsDayOfWeek(typed);
  return later ? readDayWord(typed, addDays(from, -1), yearless) : day;
}
