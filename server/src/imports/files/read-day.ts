import { calendarDate } from '#contract/text/dates.ts';
import { latinDigits, readTimeOfDay } from '#server/lib/written-times.ts';

/** What comes first in `03/04/2026`. */
export type DayOrder = 'day' | 'month';

/** `date`: `YYYY-MM-DD`, as written; `time`: `HH:MM`; `instant`: where the text names a time zone. */
type WrittenDay = { date: string; time: string | null; instant: Date | null };

/** Days since 1899-12-30, as spreadsheets count; this many reach from 1954 to 2119. */
const serialStart = Date.UTC(1899, 11, 30);
const serials = { least: 20_000, most: 80_000 };

const firstYear = 1900;
const lastYear = 2100;
/** Of years with two digits, those below are of this century. */
const firstOfLastCentury = 70;

const months: readonly (readonly string[])[] = [
  ['jan', 'জানু'],
  ['feb', 'ফেব্রু'],
  ['mar', 'মার্চ'],
  ['apr', 'এপ্রি'],
  ['may', 'মে'],
  ['jun', 'জুন'],
  ['jul', 'জুল'],
  ['aug', 'আগ', 'অগা'],
  ['sep', 'সেপ্ট'],
  ['oct', 'অক্টো'],
  ['nov', 'নভে'],
  ['dec', 'ডিসে'],
];

const between = String.raw`\s*[-/.\s]\s*`;
const yearFirst = new RegExp(`^(\\d{4})${between}(\\d{1,2})${between}(\\d{1,2})(?!\\d)`);
const yearLast = new RegExp(`^(\\d{1,2})${between}(\\d{1,2})${between}(\\d{4}|\\d{2})(?!\\d)`);
const solid = /^((?:19|20)\d{2})(\d{2})(\d{2})(?=$|T)/;
const word = String.raw`([\p{L}\p{M}]{2,})\.?`;
const ordinal = '(?:st|nd|rd|th|ই|লা|রা|ঠা|শে)?';
const dayThenName = new RegExp(
  `^(\\d{1,2})${ordinal}[-/.,\\s]*${word}[-/.,\\s]*(\\d{4}|\\d{2})(?!\\d)`,
  'iu',
);
const nameThenDay = new RegExp(
  `^${word}[-/.,\\s]*(\\d{1,2})${ordinal}[-/.,\\s]+(\\d{4}|\\d{2})(?!\\d)`,
  'iu',
);
const weekday =
  /^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|[\p{L}\p{M}]+বার)\.?,?\s+/iu;
const clock =
  /^[T,\s]+(\d{1,2}:\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap]\.?m\.?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;

/**
 * `2026-11-05`, `5/11/2026`, `11/5/26`, `5 Nov 2026`, `November 5th, 2026`, `৫ নভেম্বর ২০২৬`, a spreadsheet's number of days;
 * any of them with a time behind it.
 *
 * @returns undefined for anything else, such as the 31st of June.
 */
export function readDay(text: string, order: DayOrder): WrittenDay | undefined {
  const written = latinDigits(text).normalize('NFC').trim();
  return serialDay(written) ?? calendarDay(written.replace(weekday, ''), order);
}

/** Several days of one cell, separated by commas, semicolons, lines or blanks. @returns undefined if one cannot be read. */
export function readDays(text: string, order: DayOrder): WrittenDay[] | undefined {
  const whole = readDay(text, order);
  if (whole) return [whole];
  const parts = [/[,;|\n]+/, /[,;|\s]+/].map((separator) =>
    text.split(separator).filter((part) => part.trim()),
  );
  for (const each of parts) {
    const days = each.flatMap((part) => readDay(part, order) ?? []);
    if (days.length === each.length && days.length > 0) return days;
  }
  return undefined;
}

/** By the texts in which only one order is possible; the more frequent of the two. @returns undefined if there is none. */
export function recogniseDayOrder(texts: Iterable<string>): DayOrder | undefined {
  const counts = { day: 0, month: 0 };
  for (const text of texts) {
    const [, first = '', second = ''] = yearLast.exec(latinDigits(text).trim()) ?? [];
    if (Number(first) > 12 && Number(second) <= 12) counts.day++;
    if (Number(second) > 12 && Number(first) <= 12) counts.month++;
  }
  if (counts.day === counts.month) return counts.day > 0 ? 'day' : undefined;
  return counts.day > counts.month ? 'day' : 'month';
}

function serialDay(text: string): WrittenDay | undefined {
  if (!/^\d{5}(?:\.\d+)?$/.test(text)) return undefined;
  const days = Number(text);
  if (days < serials.least || days > serials.most) return undefined;
  const minutes = Math.round(days * 1_440);
  const at = new Date(serialStart + minutes * 60_000).toISOString();
  return { date: at.slice(0, 10), time: text.includes('.') ? at.slice(11, 16) : null, instant: null };
}

function calendarDay(text: string, order: DayOrder): WrittenDay | undefined {
  const found = numericDay(text, order) ?? namedDay(text);
  if (!found) return undefined;
  const { year, month, day, length } = found;
  const full = fullYear(year);
  const date = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const rest = text.slice(length);
  if (full < firstYear || full > lastYear || !calendarDate.safeParse(date).success) return undefined;
  if (rest.replace(/[,.\s]/g, '') === '') return { date, time: null, instant: null };
  return withTime(date, rest);
}

type Found = { year: string; month: string; day: string; length: number };

function numericDay(text: string, order: DayOrder): Found | undefined {
  const first = yearFirst.exec(text) ?? solid.exec(text);
  if (first) {
    const [{ length }, year = '', month = '', day = ''] = first;
    return { year, month, day, length };
  }
  const last = yearLast.exec(text);
  if (!last) return undefined;
  const [{ length }, one = '', other = '', year = ''] = last;
  // A 13 can only be a day, whatever the column's order.
  const isDayFirst = Number(one) > 12 || (order === 'day' && Number(other) <= 12);
  return isDayFirst ? { year, month: other, day: one, length } : { year, month: one, day: other, length };
}

function namedDay(text: string): Found | undefined {
  const [whole, one = '', other = '', year = ''] = dayThenName.exec(text) ?? nameThenDay.exec(text) ?? [];
  if (!whole) return undefined;
  const [day, name] = /\d/.test(one) ? [one, other] : [other, one];
  const form = name.toLowerCase();
  const month =
    months.findIndex((starts) => starts.some((start) => form.startsWith(start.normalize('NFC')))) + 1;
  return month === 0 ? undefined : { year, month: String(month), day, length: whole.length };
}

function fullYear(year: string): number {
  if (year.length === 4) return Number(year);
  return Number(year) + (Number(year) < firstOfLastCentury ? 2_000 : 1_900);
}

function withTime(date: string, rest: string): WrittenDay | undefined {
  const [, hours = '', seconds = '00', half = '', zone] = clock.exec(rest) ?? [];
  const time = readTimeOfDay(`${hours} ${half}`);
  if (!time) return undefined;
  if (!zone) return { date, time, instant: null };
  const [, sign = '+', ahead = '00', minutes = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  const instant = new Date(`${date}T${time}:${seconds}${sign}${ahead}:${minutes}`);
  return Number.isNaN(instant.getTime()) ? undefined : { date, time, instant };
}
