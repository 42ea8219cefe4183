import { calendarDate, clockInTimeZone, instantInTimeZone } from './dates.ts';
import { isWeekdayName } from './day-words.ts';
import { readMonthName } from './month-names.ts';
import { readTimeAt } from './read-time.ts';
import { isNumberToken, isWordToken, skipTokens, splitTokens } from './written-tokens.ts';

/** The part that comes first in `03/04/2026`. */
export type DayOrder = 'day' | 'month';

/**
 * A day as a text says it. `date`: `YYYY-MM-DD`; `time`: `HH:MM`; `instant`: where the text names a time zone; `order`: the only order in
 * which the text is a day, null where it is one in both or has no order (`5 Nov 2026`).
 */
export type WrittenDay = { date: string; time: string | null; instant: Date | null; order: DayOrder | null };

/** Days since 1899-12-30, as spreadsheets count; this many reach from 1954 to 2119. */
const serialStart = Date.UTC(1899, 11, 30);
const serials = { least: 20_000, most: 80_000 };

const firstYear = 1900;
const lastYear = 2100;
/** Years with two digits below this one are of this century. */
const firstOfLastCentury = 70;

const ordinals = ['st', 'nd', 'rd', 'th', 'ই', 'লা', 'রা', 'ঠা', 'শে'];
const separators = ['-', '/', '.', ',', "'", '’'];

/**
 * Reads a day that is the whole text: `2026-11-05`, `5/11/2026`, `11/5/26`, `5 Nov 2026`, `November 5th, 2026`,
 * `৫ নভেম্বর ২০২৬`, a spreadsheet's number of days, a program's seconds or milliseconds since 1970; any of them with a time behind or
 * before it, and a zone (`Z`, `GMT+6`, `+0600`, `Asia/Dhaka`). Costs no more than the text is long.
 *
 * @returns undefined for anything else, such as the 31st of June.
 */
export function readDay(text: string, order: DayOrder): WrittenDay | undefined {
  const tokens = splitTokens(withYearAhead(text).replace(zoneInBrackets, ''));
  const plain = tokens.join('');
  return serialDay(plain) ?? instantOf(plain) ?? dayFirst(tokens, order) ?? timeFirst(tokens, order);
}

const maxDaysLength = 2_000;

/** Reads several days of one cell, separated by commas, semicolons, lines or blanks. @returns undefined if one cannot be read. */
export function readDays(text: string, order: DayOrder): WrittenDay[] | undefined {
  const written = text.trim();
  if (written.length > maxDaysLength) return undefined;
  const whole = readDay(written, order);
  if (whole) return [whole];
  const parts = [/[,;|\n]/, /[,;|\s]/].map((separator) =>
    written.split(separator).filter((part) => part.trim()),
  );
  for (const each of parts) {
    const days = each.flatMap((part) => readDay(part, order) ?? []);
    if (days.length === each.length && days.length > 0) return days;
  }
  return undefined;
}

/**
 * Returns what the dealer's clocks show at a written day: its date and time, unless the text names a zone. Midnight there or in UTC is
 * a day without a time, which is how programs write one.
 *
 * @param timeZone an IANA name.
 */
export function dayInTimeZone(day: WrittenDay, timeZone: string): { date: string; time: string | null } {
  const { date, time, instant } = day;
  if (!instant) return { date, time };
  const shown = clockInTimeZone(timeZone, instant);
  const isMidnight = shown.endsWith('T00:00:00') || instant.getTime() % 86_400_000 === 0;
  return { date: shown.slice(0, 10), time: isMidnight ? null : shown.slice(11, 16) };
}

const zoneInBrackets = /(?<=[\dzZ]) ?\[[\w/+-]{1,40}\]$/;

/** Unix writes the year last: `Mon Nov 30 10:00:00 UTC 2026`. */
const yearLast =
  /^(\p{L}{2,9},? {1,2}\p{L}{3,9} {1,2}\d{1,2}) (\d{1,2}:\d\d(?::\d\d)?(?: [\p{L}\d:+-]{1,9})?) (\d{4})$/u;

function withYearAhead(text: string): string {
  return text.length > 60 ? text : text.replace(yearLast, '$1 $3 $2');
}

const secondsFrom = Date.UTC(2000) / 1_000;
const secondsTo = Date.UTC(2100) / 1_000;

/** A moment as programs count it, in seconds or milliseconds since 1970. */
function instantOf(text: string): WrittenDay | undefined {
  const [, digits = ''] = /^([1-9]\d{9}|[1-9]\d{12})(?:\.\d{1,9})?$/.exec(text) ?? [];
  const seconds = digits.length === 13 ? Math.floor(Number(digits) / 1_000) : Number(digits);
  if (seconds < secondsFrom || seconds > secondsTo) return undefined;
  const instant = new Date(seconds * 1_000);
  const written = instant.toISOString();
  return { date: written.slice(0, 10), time: written.slice(11, 16), instant, order: null };
}

function serialDay(text: string): WrittenDay | undefined {
  if (!/^\d{5}(?:\.\d+)?$/.test(text)) return undefined;
  const days = Number(text);
  if (days < serials.least || days > serials.most) return undefined;
  const minutes = Math.round(days * 1_440);
  const at = new Date(serialStart + minutes * 60_000).toISOString();
  return {
    date: at.slice(0, 10),
    time: text.includes('.') ? at.slice(11, 16) : null,
    instant: null,
    order: null,
  };
}

function dayFirst(tokens: readonly string[], order: DayOrder): WrittenDay | undefined {
  const found = dateAt(tokens, 0, order);
  if (!found) return undefined;
  const end = weekdayEnd(tokens, found.end);
  if (skipTokens(tokens, end, ['.', ',']) === tokens.length)
    return { date: found.date, time: null, instant: null, order: found.order };
  const from = skipTokens(tokens, end, [',', 't', 'at', '-', '|']);
  return from === end ? undefined : withTime(found, tokens, from);
}

/** The place behind the weekday that some write behind a day, also in brackets. */
function weekdayEnd(tokens: readonly string[], at: number): number {
  const place = skipTokens(tokens, at, [',', '(']);
  if (!isWeekdayName(tokens[place] ?? '')) return at;
  return tokens[place + 1] === ')' ? place + 2 : place + 1;
}

function timeFirst(tokens: readonly string[], order: DayOrder): WrittenDay | undefined {
  const said = readTimeAt(tokens, 0);
  const from = said && skipTokens(tokens, said.end, [',', 'on', '-', '|']);
  if (!said || from === undefined || from === said.end) return undefined;
  const found = dateAt(tokens, from, order);
  const isWhole = found && skipTokens(tokens, weekdayEnd(tokens, found.end), ['.']) === tokens.length;
  return isWhole ? { date: found.date, time: said.time, instant: null, order: found.order } : undefined;
}

function dateAt(
  tokens: readonly string[],
  from: number,
  order: DayOrder,
): (FoundDate & { end: number }) | undefined {
  const start = isWeekdayName(tokens[from] ?? '') ? skipTokens(tokens, from + 1, ['.', ',']) : from;
  const solid = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(tokens[start] ?? '');
  const { parts, hasComma, end } = solid
    ? { parts: solid.slice(1), hasComma: false, end: start + 1 }
    : partsAt(tokens, start);
  const found = dateOf(parts, hasComma, order);
  return found && { ...found, end };
}

/** The three parts of a date, numbers and the name of a month, with what may stand between them. */
function partsAt(
  tokens: readonly string[],
  from: number,
): { parts: string[]; hasComma: boolean; end: number } {
  const parts: string[] = [];
  let hasComma = false;
  let at = from;
  for (; at < tokens.length && parts.length < 3; at++) {
    const token = tokens[at] ?? '';
    const isBehindNumber = at > from && isNumberToken(tokens[at - 1]);
    if (isNumberToken(token)) parts.push(token);
    else if (token === ',') hasComma = true;
    else if (token.trim() === '' || separators.includes(token)) continue;
    else if (isBehindNumber && ordinals.includes(token)) continue;
    else if (parts.length === 1 && token === 'of') continue;
    else if (isWordToken(token) && readMonthName(token)) parts.push(token);
    else break;
  }
  return { parts, hasComma, end: at };
}

type FoundDate = Pick<WrittenDay, 'date' | 'order'>;

function dateOf(parts: readonly string[], hasComma: boolean, order: DayOrder): FoundDate | undefined {
  const [one = '', other = '', last = ''] = parts;
  const named = [one, other].find(isWordToken);
  if (last === '' || isWordToken(last) || (hasComma && !named)) return undefined;
  if (one.length === 4 && isNumberToken(one)) return dateOfDay(calendarDay(one, other, last), null);
  if (last.length !== 4 && last.length !== 2) return undefined;
  if (named) return dateOfDay(calendarDay(last, named, named === one ? other : one), null);
  const days = { day: calendarDay(last, other, one), month: calendarDay(last, one, other) };
  // A 13 can only be a day, whatever the column's order.
  if (days.day === undefined) return dateOfDay(days.month, 'month');
  return days.month === undefined ? dateOfDay(days.day, 'day') : dateOfDay(days[order], null);
}

function dateOfDay(date: string | undefined, order: DayOrder | null): FoundDate | undefined {
  return date === undefined ? undefined : { date, order };
}

function calendarDay(year: string, month: string, day: string): string | undefined {
  const full = fullYear(year);
  const ofYear = isWordToken(month) ? readMonthName(month) : Number(month);
  const isShort = [month, day].every((part) => isWordToken(part) || part.length <= 2);
  if (!isShort || isWordToken(day) || full < firstYear || full > lastYear) return undefined;
  const date = `${full}-${String(ofYear).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return calendarDate.safeParse(date).data;
}

function fullYear(year: string): number {
  if (year.length === 4) return Number(year);
  return Number(year) + (Number(year) < firstOfLastCentury ? 2_000 : 1_900);
}

function withTime(
  { date, order }: FoundDate,
  tokens: readonly string[],
  from: number,
): WrittenDay | undefined {
  const said = readTimeAt(tokens, from);
  if (!said) return undefined;
  const zone = zoneOf(tokens.slice(said.end).join(''));
  if (zone === undefined) return undefined;
  const { time, seconds } = said;
  if (zone === null) return { date, time, instant: null, order };
  const instant = zone.includes('/')
    ? inZone(zone, date, time)
    : new Date(`${date}T${time}:${seconds}${zone}`);
  return instant === undefined || Number.isNaN(instant.getTime())
    ? undefined
    : { date, time, instant, order };
}

/** Says what mails and American programs call their zones (RFC 5322, section 4.3). */
const zonesByName = new Map<string, string>([
  ...([
    ['z', '+00:00'],
    ['ut', '+00:00'],
    ['est', '-05:00'],
    ['edt', '-04:00'],
    ['cst', '-06:00'],
  ] as const),
  ...([
    ['cdt', '-05:00'],
    ['mst', '-07:00'],
    ['mdt', '-06:00'],
    ['pst', '-08:00'],
    ['pdt', '-07:00'],
  ] as const),
]);

/**
 * @returns `+06:00` for `gmt+6`, `+0600 (bangladesh standard time)` and the like, `asia/dhaka` as it is, null for nothing, undefined for anything
 *   else.
 */
function zoneOf(text: string): string | null | undefined {
  const zone = text.replace(/\([^()]*\)$/, '').trim();
  if (zone === '' || zone === '.') return null;
  const known = zonesByName.get(zone);
  if (known) return known;
  if (/^[a-z]{2,20}(?:\/[a-z_]{2,30}){1,2}$/.test(zone)) return zone;
  const [whole, sign = '+', ahead = '0', minutes = '00'] =
    /^(?:utc|gmt)?(?: ?([+\-\u2212])(\d{1,2}):?(\d\d)?)?$/.exec(zone) ?? [];
  if (whole === undefined) return undefined;
  return `${sign === '+' ? '+' : '-'}${ahead.padStart(2, '0')}:${minutes}`;
}

/** @returns undefined where there is no such zone. */
function inZone(zone: string, date: string, time: string): Date | undefined {
  try {
    return instantInTimeZone(zone, date, time);
  } catch {
    return undefined;
  }
}
