import { maxDaysAhead } from '#contract/business.ts';
import { addDays } from '#contract/text/dates.ts';
import { readDayWord } from '#contract/text/day-words.ts';
import { toLatinDigits } from '#contract/text/digits.ts';
import { dayInTimeZone, readDay } from '#contract/text/read-day.ts';
import { readTimeOfDay } from '#contract/text/read-time.ts';

// `time`: `HH:MM`, where the text tells one, too; `isWhole`: nothing else is in the text.
type Wish = { date: string; time: string | null; isWhole: boolean };

const leadingDate = /^\s{0,9}\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?!\d)/;

/**
 * Reads the day for which somebody asks, day before month: a date, with or without its year, or a word such as `tomorrow`.
 *
 * @param today the dealer's; @param timeZone of the dealer, in which an instant is a day.
 * @returns undefined for what is no day, is past, or is too far away for an appointment.
 */
export function readWish(text: string, today: string, timeZone: string): Wish | undefined {
  const whole = wholeDay(text, today, timeZone);
  const [leading] = whole ? [] : (leadingDate.exec(toLatinDigits(text.slice(0, 100))) ?? []);
  const found = whole ?? (leading && wholeDay(leading, today, timeZone));
  if (!found || found.date < today || found.date > addDays(today, maxDaysAhead)) return undefined;
  return { ...found, isWhole: whole !== undefined };
}

function wholeDay(
  text: string,
  today: string,
  timeZone: string,
): { date: string; time: string | null } | undefined {
  const written = readDay(text, 'day');
  if (written) return dayInTimeZone(written, timeZone);
  const words = text.trim().split(/\s+/, maxWords);
  if (words.length === maxWords) return undefined;
  for (let count = words.length; count > 0; count--) {
    const [first, rest] = [words.slice(0, count), words.slice(count)].map((part) => part.join(' '));
    const found = dayIn(first ?? '', rest ?? '', today);
    if (found) return found;
  }
  return undefined;
}

/** A day with a time has fewer words. */
const maxWords = 9;

/** A day without its year, or a word for one, at the beginning or the end, and a time in the rest, if there is one. */
function dayIn(
  first: string,
  rest: string,
  today: string,
): { date: string; time: string | null } | undefined {
  const ofYear = (year: number) => readDay(`${first} ${year} ${rest}`, 'day');
  const year = Number(today.slice(0, 4));
  const thisYear = ofYear(year);
  const dated = thisYear && thisYear.date < today ? ofYear(year + 1) : thisYear;
  if (dated) return { date: dated.date, time: dated.time };
  for (const [day, time] of [
    [first, rest],
    [rest, first],
  ] as const) {
    const date = readDayWord(day.replace(/,$/, ''), today);
    const clock = time === '' ? null : readTimeOfDay(time.replace(/^(?:at|@) /i, '').replace(/,$/, ''));
    if (date && clock !== undefined) return { date, time: clock };
  }
  return undefined;
}
