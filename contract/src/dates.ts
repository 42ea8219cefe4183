import { z } from 'zod';
import { messages } from './messages.ts';

/** A calendar date `YYYY-MM-DD` of the Gregorian calendar. */
export const calendarDate = z.iso.date(messages.invalidDate);

/** A time of day `HH:MM`, 24 hours. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, messages.invalidTime);

/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime();

/** A date that may be left out: null and '' mean none, an absent field stays absent. */
export const optionalDate = z
  .union([z.literal(''), z.null(), calendarDate], messages.invalidDate)
  .transform((date) => date || null)
  .optional();

/** A time of day that may be left out: null and '' mean none. */
export const optionalTime = z
  .union([z.literal(''), z.null(), timeOfDay], messages.invalidTime)
  .transform((time) => time || null)
  .optional();

/** @returns the calendar date of an instant in a time zone (IANA name). */
export function dateIn(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return parts.format(at);
}

/** @returns the calendar date that lies `days` after `date` (negative: before). */
export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** @returns the instant at which clocks in a time zone (IANA name) show a calendar date and a time of day `HH:MM`. */
export function instantIn(timeZone: string, date: string, time: string): Date {
  const shown = Date.parse(`${date}T${time}:00Z`);
  const guess = shown - offsetAt(timeZone, shown);
  return new Date(shown - offsetAt(timeZone, guess));
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter costs far more than using it. */
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

function offsetAt(timeZone: string, at: number): number {
  const parts = clockOf(timeZone).formatToParts(new Date(at));
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((each) => each.type === type)?.value);
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shown - Math.floor(at / 1000) * 1000;
}
