import { maxDaysAhead } from '#contract/business.ts';
import { addDays } from '#contract/text/dates.ts';
import { findNextWeekday, relativeDays, weekdays } from '#contract/text/day-words.ts';
import { toLatinDigits } from '#contract/text/digits.ts';
import { readMonthName } from '#contract/text/month-names.ts';
import { parseDate } from '#contract/text/parse-date.ts';
import { type HalfOfDay, partsOfDay } from '#contract/text/read-time.ts';

type When = { date?: string; time?: string };

const after = '(?![\\p{L}\\p{M}])';
const before = '(?<![\\p{L}\\p{M}\\d])';

const word = '(?<month>[\\p{L}\\p{M}]+)';
const dayThenMonth = new RegExp(
  `(?<!\\d)(?<day>\\d{1,2})(?:st|nd|rd|th|ই|শে|লা|রা|ঠা)?\\s*(?:of\\s+)?${word}(?:,?\\s*(?<year>\\d{4}))?`,
  'giu',
);
const monthThenDay = new RegExp(
  `${before}${word}\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?(?![\\d:])(?:,?\\s+(?<year>\\d{4}))?`,
  'giu',
);

const past = /(?:last|since|from|every|ago|গত|থেকে|goto|প্রতি)\s*$/iu;

const halves = (['am', 'pm'] as const).map(
  (half) => [partsOfDay[half].join('|').normalize('NFC'), half] as const,
);

/**
 * Finds the day for which a message asks, and the time on it. A field that holds nothing but a day is read by `readDay`.
 *
 * @param text without the moments at which its lines were sent.
 * @param today the dealer's.
 * @returns a day from today on that is near enough for an appointment.
 */
export function readRequestedTime(text: string, today: string): When {
  const digits = toLatinDigits(text).normalize('NFC');
  const date = dayIn(digits, today);
  const time = date && timeIn(digits);
  return { ...(date && { date }), ...(time && { time }) };
}

function dayIn(text: string, today: string): string | undefined {
  const found = [...numbered(text, today), ...named(text, today)];
  return found.find((date) => date >= today && date <= addDays(today, maxDaysAhead));
}

function* numbered(text: string, today: string): Generator<string> {
  for (const [, year, month, day] of text.matchAll(/(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/g))
    yield* dated(today, day, month, year);
  const slashed = /(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d{2}))?(?![\d/-]|\.\d)/g;
  for (const { index, 1: day, 3: month, 4: year, 2: mark } of text.matchAll(slashed)) {
    // `11-22` and `2.5` are more likely part of something else.
    if ((year || mark === '/') && isWished(text, index)) yield* dated(today, day, month, year);
  }
  for (const form of [dayThenMonth, monthThenDay])
    for (const { index, groups } of text.matchAll(form)) {
      const month = readMonthName(groups?.month ?? '');
      if (month && isWished(text, index)) yield* dated(today, groups?.day, String(month), groups?.year);
    }
  for (const [, day = ''] of text.matchAll(/(?<!\d)(\d{1,2})\s*(?:তারিখ|tarikh)/giu)) {
    const month = Number(today.slice(5, 7));
    const isOver = Number(day) < Number(today.slice(8));
    yield* dated(today, day, String(isOver ? (month % 12) + 1 : month));
  }
}

function* dated(today: string, day = '', month = '', year?: string): Generator<string> {
  const date = parseDate([day, month, ...(year ? [year] : [])].join('/'), today);
  if (date) yield date;
}

function* named(text: string, today: string): Generator<string> {
  for (const [names, days] of relativeDays) {
    const found = new RegExp(`${before}(?:${names.normalize('NFC')})${after}`, 'iu').exec(text);
    if (found && isWished(text, found.index)) yield addDays(today, days);
  }
  for (const [day, names] of weekdays.entries()) {
    const found = new RegExp(`${before}(?:${names.normalize('NFC')})${after}`, 'iu').exec(text);
    if (found && isWished(text, found.index)) yield findNextWeekday(day, today);
  }
}

function timeIn(text: string): string | undefined {
  const clock = /(?<![\d:.])(\d{1,2})(?:[:.](\d{2}))?\s*([ap])\.?m\.?(?![\p{L}\d])/iu.exec(text);
  if (clock) return timeOf(clock[1], clock[2], clock[3]?.toLowerCase() === 'p' ? 'pm' : 'am');
  for (const [names, half] of halves) {
    const said = new RegExp(
      `${before}(?:${names})\\s*(?:at\\s+)?(\\d{1,2})(?:[:.](\\d{2}))?\\s*(?:টা(?:য়|য়|র)?|ta(?:y|r|e)?)?${after}`,
      'iu',
    ).exec(text);
    if (said) return timeOf(said[1], said[2], half);
  }
  const plain = /(?<![\d:.])([01]?\d|2[0-3]):([0-5]\d)(?!\d|:)/.exec(text);
  return plain ? timeOf(plain[1], plain[2]) : undefined;
}

function timeOf(hour = '', minute = '00', half?: HalfOfDay): string | undefined {
  const hours = Number(hour);
  if (half ? hours < 1 || hours > 12 : hours > 23) return undefined;
  const of24 = half ? (hours % 12) + (half === 'pm' ? 12 : 0) : hours;
  return `${String(of24).padStart(2, '0')}:${minute}`;
}

function isWished(text: string, index: number): boolean {
  return !past.test(text.slice(Math.max(0, index - 12), index));
}
