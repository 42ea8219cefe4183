import { addDays } from './dates.ts';
import { latinDigits } from './digits.ts';

/** Days from today, the longest words first; sources of regular expressions. */
export const relativeDays: readonly (readonly [string, number])[] = [
  ['day after tomorrow', 2],
  ['আগামী ?পরশু|পরশু(?:দিন)?|porshu(?:din)?|porsu', 2],
  ['tomorrow|tomorow|tmrw|tmr|আগামী ?কাল(?:কে)?|আগামিকাল|কাল(?:কে)?|agami ?kal(?:ke)?|kal(?:ke)?', 1],
  ['today|tonight|আজ(?:কে|কেই|ই)?|aj(?:ke|kei)?', 0],
];

/** The names of the weekdays from Sunday, in English, Bangla and Bangla in Latin letters, as sources of regular expressions. */
export const weekdays: readonly string[] = [
  'sun(?:day)?|রবি ?(?:বার)|robi ?bar',
  'mon(?:day)?|সোম ?(?:বার)|som ?bar',
  'tue(?:s(?:day)?)?|মঙ্গল ?(?:বার)|mongol ?bar',
  'wed(?:nesday)?|বুধ ?(?:বার)|budh ?bar',
  'thu(?:r(?:s(?:day)?)?)?|বৃহস্পতি ?(?:বার)|brihospoti ?bar',
  'fri(?:day)?|শুক্র ?(?:বার)|shukro ?bar',
  'sat(?:urday)?|শনি ?(?:বার)|shoni ?bar',
];

const whole = (source: string) => new RegExp(`^(?:${source})$`, 'iu');
const relative = relativeDays.map(([names, days]) => [whole(names), days] as const);
const ofWeek = weekdays.map(whole);
const maxLength = 40;

/**
 * Reads a day that is the whole text: `today`, `tomorrow`, `sat`, `next Saturday`, `শনিবার`, `শনি`, `আগামীকাল`, `kal`.
 *
 * @param today `YYYY-MM-DD`, of the dealer.
 * @returns `YYYY-MM-DD`: of a weekday the coming one, which is never today.
 */
export function readDayWord(text: string, today: string): string | undefined {
  const written = text.trim();
  if (written.length > maxLength) return undefined;
  const word = latinDigits(written)
    .normalize('NFC')
    .replace(/^(?:on|this|next|coming|আগামী|agami) +/iu, '')
    .replace(/[.,।!]$/u, '')
    .trim();
  const days = relative.find(([names]) => names.test(word) || names.test(written))?.[1];
  if (days !== undefined) return addDays(today, days);
  const day = ofWeek.findIndex((names) =>
    [word, `${word}বার`, word.replace(/ে$/u, '')].some((each) => names.test(each)),
  );
  return day === -1 ? undefined : comingWeekday(day, today);
}

/** @param day from Sunday, 0. @returns the next one, today not counted. */
export function comingWeekday(day: number, today: string): string {
  const ofToday = new Date(`${today}T00:00:00Z`).getUTCDay();
  return addDays(today, ((day - ofToday + 6) % 7) + 1);
}

/** @returns whether a word names a day of the week. */
export function isWeekday(word: string): boolean {
  const form = word.normalize('NFC');
  return (
    ofWeek.some((names) => names.test(form) || names.test(`${form}বার`)) ||
    /^tues|^wednes|^thurs|^satur/iu.test(form)
  );
}
