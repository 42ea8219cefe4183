import { addDays } from './dates.ts';
import { toLatinDigits } from './digits.ts';

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

/** Days before today. In Bangla the words for the days ahead mean those behind as well. */
const daysBehind: readonly (readonly [string, number])[] = [
  ['day before yesterday', -2],
  ['গত ?পরশু|পরশু(?:দিন)?|porshu(?:din)?|porsu', -2],
  ['yesterday|গত ?কাল(?:কে)?|কাল(?:কে)?|goto ?kal(?:ke)?|kal(?:ke)?', -1],
];

const whole = (source: string) => new RegExp(`^(?:${source})$`, 'iu');
const daysOf = (words: typeof relativeDays) =>
  words.map(([names, days]) => [whole(names.normalize('NFC')), days] as const);
const wordsTowards = {
  next: daysOf([...relativeDays, ...daysBehind]),
  last: daysOf([...daysBehind, ...relativeDays]),
};
const ofWeek = weekdays.map((names) => whole(names.normalize('NFC')));
const articleAndDay = /^(?:(on|this|next|coming|last|past|আগামী|agami|গত|goto) +)?(.*)$/isu;
const maxLength = 40;

/**
 * Reads a day that is the whole text: `today`, `tomorrow`, `sat`, `next Saturday`, `শনিবার`, `শনি`, `আগামীকাল`, `kal`, `yesterday`.
 *
 * @param today `YYYY-MM-DD`, of the dealer.
 * @param towards which Saturday `sat` is: the `next`, which is never today, or the `last`, which may be.
 * @returns `YYYY-MM-DD`; `next sat` and `last sat` are what they say.
 */
export function readDayWord(
  text: string,
  today: string,
  towards: 'next' | 'last' = 'next',
): string | undefined {
  const { written, article, word } = partsOf(text);
  const daysIn = (text: string) => wordsTowards[towards].find(([names]) => names.test(text))?.[1];
  const days = daysIn(written) ?? daysIn(word);
  if (days !== undefined) return addDays(today, days);
  const day = weekdayOf(word);
  if (day === -1) return undefined;
  const coming = findNextWeekday(day, today);
  return isBehind(article, towards) ? addDays(coming, -7) : coming;
}

/** @returns whether {@link readDayWord} reads a day of the week. */
export function isReadAsDayOfWeek(text: string): boolean {
  return weekdayOf(partsOf(text).word) !== -1;
}

function partsOf(text: string): { written: string; article: string; word: string } {
  const written = toLatinDigits(text.trim()).normalize('NFC');
  const isShort = written.length <= maxLength;
  const [, article = '', named = ''] = (isShort && articleAndDay.exec(written)) || [];
  const word = named.replace(/[.,।!]$/u, '').trim();
  return { written: isShort ? written : '', article: article.toLowerCase(), word };
}

function weekdayOf(word: string): number {
  return ofWeek.findIndex((names) =>
    [word, `${word}বার`, word.replace(/ে$/u, '')].some((each) => names.test(each)),
  );
}

function isBehind(article: string, towards: 'next' | 'last'): boolean {
  if (['last', 'past', 'গত', 'goto'].includes(article)) return true;
  return towards === 'last' && !['next', 'coming', 'আগামী', 'agami'].includes(article);
}

/** @param day from Sunday, 0. @returns the next one, today not counted. */
export function findNextWeekday(day: number, today: string): string {
  const ofToday = new Date(`${today}T00:00:00Z`).getUTCDay();
  return addDays(today, ((day - ofToday + 6) % 7) + 1);
}

/** @returns whether a word names a day of the week. */
export function isWeekdayName(word: string): boolean {
  const form = word.normalize('NFC');
  return (
    ofWeek.some((names) => names.test(form) || names.test(`${form}বার`)) ||
    /^tues|^wednes|^thurs|^satur/iu.test(form)
  );
}
