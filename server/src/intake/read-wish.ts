import { farthestAppointmentDays } from '#contract/business.ts';
import { addDays } from '#contract/text/dates.ts';
import { readDayWord } from '#contract/text/day-words.ts';
import { latinDigits } from '#contract/text/digits.ts';
import { dayOnClock, readDay } from '#contract/text/read-day.ts';

/** `time`: `HH:MM`, where the text tells one, too; `isWhole`: nothing else is in the text. */
type Wish = { date: string; time: string | null; isWhole: boolean };

/** A date before other words; shorter than any text that is looked through. */
const leadingDate = /^\s{0,9}\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?!\d)/;

/**
 * Reads the day for which somebody asks, day before month: a date, with or without its year, or a word such as `tomorrow`.
 *
 * @param today the dealer's; @param timeZone of the dealer, in which an instant is a day.
 * @returns undefined for what is no day, is past, or is too far away for an appointment.
 */
export function readWish(text: string, today: string, timeZone: string): Wish | undefined {
  const whole = wholeDay(text, today, timeZone);
  const [leading] = whole ? [] : (leadingDate.exec(latinDigits(text.slice(0, 100))) ?? []);
  const found = whole ?? (leading && wholeDay(leading, today, timeZone));
  if (!found || found.date < today || found.date > addDays(today, farthestAppointmentDays)) return undefined;
  return { ...found, isWhole: whole !== undefined };
}

function wholeDay(
  text: string,
  today: string,
  timeZone: string,
): { date: string; time: string | null } | undefined {
  const written = readDay(text, 'day');
  if (written) return dayOnClock(written, timeZone);
  const year = Number(today.slice(0, 4));
  const [thisYear, nextYear] = [year, year + 1].map((each) => readDay(`${text} ${each}`, 'day')?.date);
  const date = readDayWord(text, today) ?? (thisYear && thisYear < today ? nextYear : thisYear);
  return date === undefined ? undefined : { date, time: null };
}
