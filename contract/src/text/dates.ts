import { z } from 'zod';
import { messages } from '#contract/call/messages.ts';

/** A date as `YYYY-MM-DD`. */
export const calendarDate = z.iso
  .date(messages.invalidDate)
  .refine((date) => !date.startsWith('0000'), messages.invalidDate);

/** A time of day as `HH:MM`, from 00:00 to 23:59. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, messages.invalidTime);

/** A moment in ISO 8601 with `Z`. */
export const instant = z.iso.datetime();

/** A date; null and '' mean none, an absent field stays absent. */
export const optionalDate = z
  .union([z.literal(''), z.null(), calendarDate], messages.invalidDate)
  .transform((date) => date || null)
  .optional();

/** A time of day; null and '' mean none. */
export const optionalTime = z
  .union([z.literal(''), z.null(), timeOfDay], messages.invalidTime)
  .transform((time) => time || null)
  .optional();

/** Returns the date that clocks in a time zone (IANA name) show at a moment, as `YYYY-MM-DD`. */
export function dateInTimeZone(timeZone: string, at: Date): string {
  return clockInTimeZone(timeZone, at).slice(0, 10);
}

/** @returns what clocks in a time zone show, `YYYY-MM-DDTHH:MM:SS`, within the years 1 to 9999. */
export function clockInTimeZone(timeZone: string, at: Date): string {
  const shown = Math.min(Math.max(shownIn(timeZone, at.getTime()), firstDate), lastDate + day - 1);
  return new Date(shown).toISOString().slice(0, 19);
}

const firstDate = Date.parse('0001-01-01');
const lastDate = Date.parse('9999-12-31');
const day = 86_400_000;

/** Counts the days from `from` to `to`, both `YYYY-MM-DD`. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / day;
}

/** Adds days to a date, within the years 1 to 9999. */
export function addDays(date: string, days: number): string {
  const at = Math.min(Math.max(Date.parse(date) + days * day, firstDate), lastDate);
  return new Date(at).toISOString().slice(0, 10);
}

const hour = 3_600_000;

const firstInstant = Date.parse('0001-01-01T00:00:00.000Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');
const firstFormatted = Date.parse('0100-01-01T00:00:00.000Z');

/**
 * @returns the first instant at which clocks show a date and a time `HH:MM`; where they skip it, the instant of the skip. It stays within
 *   the years 1 to 9999 of UTC, which is what the database and ISO 8601 can write.
 */
export function instantInTimeZone(timeZone: string, date: string, time: string): Date {
  const at = exactInstantIn(timeZone, date, time);
  return new Date(Math.min(Math.max(at.getTime(), firstInstant), lastInstant));
}

function exactInstantIn(timeZone: string, date: string, time: string): Date {
  const shown = Date.parse(`${date}T${time}:00Z`);
  // `Date.UTC` takes the years before 100 for years of the 20th century, and clocks of a zone say nothing about then.
  if (shown < firstFormatted) return new Date(shown);
  const steady = steadyOffset(timeZone, Math.floor(shown / day));
  if (steady !== null) return new Date(shown - steady);
  const shows = (at: number) => shownIn(timeZone, at);
  // Zones are at most 14 hours ahead of UTC or 12 behind.
  let before = shown - 15 * hour;
  let after = shown + 13 * hour;
  const exact = [before, after].map((at) => shown - (shows(at) - at)).filter((at) => shows(at) === shown);
  if (exact.length > 0) return new Date(Math.min(...exact));
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (shows(middle) < shown) before = middle;
    else after = middle;
  }
  return new Date(after);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const made =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  clocks.set(timeZone, made);
  return made;
}

/** Offsets per zone and day of UTC; null where clocks change. */
const offsets = new Map<string, Map<number, number | null>>();
const mostDays = 5_000;

/** The local time, as the instant at which UTC shows it; in milliseconds. */
function shownIn(timeZone: string, at: number): number {
  const offset = offsetOn(timeZone, Math.floor(at / day));
  return offset === null ? formattedIn(timeZone, at) : at + offset;
}

function offsetOn(timeZone: string, dayOfUtc: number): number | null {
  const known = offsets.get(timeZone) ?? new Map<number, number | null>();
  const found = known.get(dayOfUtc);
  if (found !== undefined) return found;
  const [first, last] = [dayOfUtc * day, (dayOfUtc + 1) * day - 1].map(
    (at) => formattedIn(timeZone, at) - at,
  );
  const offset = first === last && first !== undefined ? first : null;
  if (known.size >= mostDays) known.clear();
  offsets.set(timeZone, known.set(dayOfUtc, offset));
  return offset;
}

function steadyOffset(timeZone: string, dayOfUtc: number): number | null {
  const offset = offsetOn(timeZone, dayOfUtc);
  const isSteady = offsetOn(timeZone, dayOfUtc - 1) === offset && offsetOn(timeZone, dayOfUtc + 1) === offset;
  return isSteady ? offset : null;
}

function formattedIn(timeZone: string, at: number): number {
  const second = Math.floor(at / 1000) * 1000;
  const [month = 1, day = 1, year = 1, ...time] = (clockOf(timeZone).format(second).match(/\d+/g) ?? []).map(
    Number,
  );
  return Date.UTC(year, month - 1, day, ...time) + (at - second);
}

/** Takes months off a date; in a shorter month it is the last day. */
export function subtractMonths(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(day, last))).toISOString().slice(0, 10);
}
