import { farthestAppointmentDays } from '#contract/business.ts';
import { addDays } from '#contract/text/dates.ts';
import { parseDate } from '#web/lib/format/parse-date.ts';

/** When the sender wants to come; a time alone says nothing. */
type When = { date?: string; time?: string };

const after = '(?![\\p{L}\\p{M}])';
const before = '(?<![\\p{L}\\p{M}\\d])';

/** Days from today, the longest words first. */
const relative: readonly (readonly [string, number])[] = [
  ['day after tomorrow', 2],
  ['আগামী ?পরশু|পরশু(?:দিন)?|porshu(?:din)?|porsu', 2],
  ['tomorrow|tomorow|tmrw|tmr|আগামী ?কাল(?:কে)?|আগামিকাল|কাল(?:কে)?|agami ?kal(?:ke)?|kal(?:ke)?', 1],
  ['today|tonight|আজ(?:কে|কেই|ই)?|aj(?:ke|kei)?', 0],
];

/** From Sunday, in English, Bangla and Bangla in Latin letters. */
const weekdays = [
  'sun(?:day)?|রবি ?(?:বার)|robi ?bar',
  'mon(?:day)?|সোম ?(?:বার)|som ?bar',
  'tue(?:s(?:day)?)?|মঙ্গল ?(?:বার)|mongol ?bar',
  'wed(?:nesday)?|বুধ ?(?:বার)|budh ?bar',
  'thu(?:r(?:s(?:day)?)?)?|বৃহস্পতি ?(?:বার)|brihospoti ?bar',
  'fri(?:day)?|শুক্র ?(?:বার)|shukro ?bar',
  'sat(?:urday)?|শনি ?(?:বার)|shoni ?bar',
];

const months = [
  'jan(?:uary)?|জানুয়ারি|জানুয়ারী',
  'feb(?:ruary)?|ফেব্রুয়ারি|ফেব্রুয়ারী',
  'mar(?:ch)?|মার্চ',
  'apr(?:il)?|এপ্রিল',
  'may|মে',
  'june?|জুন',
  'july?|জুলাই',
  'aug(?:ust)?|আগস্ট|অগাস্ট',
  'sep(?:t(?:ember)?)?|সেপ্টেম্বর',
  'oct(?:ober)?|অক্টোবর',
  'nov(?:ember)?|নভেম্বর',
  'dec(?:ember)?|ডিসেম্বর',
];

/** What is told of the past, or of every week, is no wish. */
const past = /(?:last|since|from|every|ago|গত|থেকে|goto|প্রতি)\s*$/iu;

const halves: readonly (readonly [string, 'am' | 'pm'])[] = [
  ['সকাল(?:ে)?|ভোর(?:ে)?|sokal(?:e)?|shokal(?:e)?|morning', 'am'],
  ['দুপুর(?:ে)?|বিকাল(?:ে)?|বিকেল(?:ে)?|সন্ধ্যা(?:য়)?|রাত(?:ে)?', 'pm'],
  ['dupur(?:e)?|bikal(?:e)?|bikel(?:e)?|shondha(?:y)?|sondha(?:y)?|rat(?:e)?|afternoon|evening', 'pm'],
];

/**
 * @param text without the moments at which its lines were sent.
 * @param today the dealer's.
 * @returns a day from today on, and a time on it.
 */
export function whenIn(text: string, today: string): When {
  const digits = latin(text);
  const date = dayIn(digits, today);
  const time = date && timeIn(digits);
  return { ...(date && { date }), ...(time && { time }) };
}

function dayIn(text: string, today: string): string | undefined {
  const found = [...numbered(text, today), ...named(text, today)];
  return found.find((date) => date >= today && date <= addDays(today, farthestAppointmentDays));
}

/** `2026-12-05`, `5/12/2026`, `5.12.`, `5 December`, `December 5th`, `৫ তারিখ`. */
function* numbered(text: string, today: string): Generator<string> {
  for (const [, year, month, day] of text.matchAll(/(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/g))
    yield* dated(today, day, month, year);
  const slashed = /(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d{2}))?(?![\d/-]|\.\d)/g;
  for (const { index, 1: day, 3: month, 4: year, 2: mark } of text.matchAll(slashed)) {
    // `11-22` and `2.5` are more likely part of something else.
    if ((year || mark === '/') && isWished(text, index)) yield* dated(today, day, month, year);
  }
  for (const [place, names] of months.entries()) {
    const month = String(place + 1);
    const dayFirst = `(\\d{1,2})(?:st|nd|rd|th|ই|শে|লা|রা|ঠা)?\\s*(?:of\\s+)?(?:${names})${after}(?:,?\\s*(\\d{4}))?`;
    const monthFirst = `${before}(?:${names})\\s+(\\d{1,2})(?:st|nd|rd|th)?(?![\\d:])(?:,?\\s+(\\d{4}))?`;
    for (const form of [`(?<!\\d)${dayFirst}`, monthFirst])
      for (const { index, 1: day, 2: year } of text.matchAll(new RegExp(form, 'giu')))
        if (isWished(text, index)) yield* dated(today, day, month, year);
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

/** Tomorrow, or a day of the week: the next one, today not counted. */
function* named(text: string, today: string): Generator<string> {
  for (const [names, days] of relative) {
    const found = new RegExp(`${before}(?:${names})${after}`, 'iu').exec(text);
    if (found && isWished(text, found.index)) yield addDays(today, days);
  }
  const ofToday = new Date(`${today}T00:00:00Z`).getUTCDay();
  for (const [day, names] of weekdays.entries()) {
    const found = new RegExp(`${before}(?:${names})${after}`, 'iu').exec(text);
    if (found && isWished(text, found.index)) yield addDays(today, ((day - ofToday + 6) % 7) + 1);
  }
}

/** `16:30`, `4:30 pm`, `4pm`, `বিকাল ৪টায়`, `bikal 4 ta`. */
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

function timeOf(hour = '', minute = '00', half?: 'am' | 'pm'): string | undefined {
  const hours = Number(hour);
  if (half ? hours < 1 || hours > 12 : hours > 23) return undefined;
  const of24 = half ? (hours % 12) + (half === 'pm' ? 12 : 0) : hours;
  return `${String(of24).padStart(2, '0')}:${minute}`;
}

function isWished(text: string, index: number): boolean {
  return !past.test(text.slice(Math.max(0, index - 12), index));
}

function latin(text: string): string {
  return text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6));
}
