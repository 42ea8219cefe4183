import { isNumberToken, skipTokens, splitTokens } from './written-tokens.ts';

/** The half of a day that tells which of two hours is meant. */
export type HalfOfDay = 'am' | 'pm';

/** The parts of a day that settle which of two hours is meant. */
export const partsOfDay: Record<HalfOfDay, readonly string[]> = {
  am: ['morning', 'সকাল', 'সকালে', 'ভোর', 'ভোরে', 'sokal', 'sokale', 'shokal', 'shokale'],
  pm: [
    ...['afternoon', 'evening', 'দুপুর', 'দুপুরে', 'বিকাল', 'বিকালে', 'বিকেল', 'বিকেলে'],
    ...['সন্ধ্যা', 'সন্ধ্যায়', 'রাত', 'রাতে', 'dupur', 'dupure', 'bikal', 'bikale', 'bikel', 'bikele'],
    ...['sondha', 'sondhay', 'shondha', 'shondhay', 'rat', 'rate'],
  ],
};

const halves = new Map<string, HalfOfDay>(
  (['am', 'pm'] as const).flatMap((half) =>
    [half, half.slice(0, 1), ...partsOfDay[half]].map((word) => [word.normalize('NFC'), half] as const),
  ),
);

const oClock = ['টা', 'টায়', 'টার', 'ta', 'tay', 'clock', 'oclock'].map((word) => word.normalize('NFC'));

const wholeTimes = new Map([
  ['noon', '12:00'],
  ['midday', '12:00'],
]);

/** A time that was found among tokens. `time`: `HH:MM`; `end`: the index of the token behind it. */
type FoundTime = { time: string; seconds: string; end: number };

/**
 * Reads a time that is the whole text: `16:30`, `4:30 pm`, `4pm`, `330p`, `1530`, `15.30`, `15h30`, `10:05:00`, `৩:৩০`,
 * `বিকাল ৪টা`.
 *
 * @returns `HH:MM`; undefined for anything else, also for an hour that may be one of two (`৪টা`).
 */
export function readTimeOfDay(text: string): string | undefined {
  const tokens = splitTokens(text);
  const found = readTimeAt(tokens, 0);
  return found && skipTokens(tokens, found.end, ['.']) === tokens.length ? found.time : undefined;
}

/** @returns the time that begins at a token, if one does. */
export function readTimeAt(tokens: readonly string[], from: number): FoundTime | undefined {
  const at = skipTokens(tokens, from);
  const whole = wholeTimes.get(tokens[at] ?? '');
  if (whole) return { time: whole, seconds: '00', end: at + 1 };
  const before = halves.get(tokens[at] ?? '');
  const start = before ? skipTokens(tokens, at + 1, ['at', ',']) : at;
  const said = clockAt(tokens, start);
  if (!said) return undefined;
  const { half: after, isHourNamed, end } = halfAfter(tokens, said.end);
  const half = before ?? after;
  if (isHourNamed && !half) return undefined;
  const time = timeOf(said.hour, said.minute, half);
  return time && Number(said.seconds) < 60 ? { time, seconds: said.seconds, end } : undefined;
}

type Clock = { hour: string; minute: string; seconds: string; end: number };

function clockAt(tokens: readonly string[], at: number): Clock | undefined {
  const [number = '', mark = '', minute = ''] = tokens.slice(at, at + 3);
  if (!isNumberToken(number)) return undefined;
  if (number.length === 6) return clock(number.slice(0, 2), number.slice(2, 4), at + 1, number.slice(4));
  if (number.length > 4) return undefined;
  if (number.length > 2) return clock(number.slice(0, -2), number.slice(-2), at + 1);
  const isSplit = [':', '.', 'h'].includes(mark) && /^\d\d$/.test(minute);
  if (!isSplit) return mark === ':' ? undefined : clock(number, '00', at + 1);
  const [between = '', seconds = '', point = '', fraction = ''] = tokens.slice(at + 3, at + 7);
  if (![':', '.'].includes(between) || !/^\d\d$/.test(seconds)) return clock(number, minute, at + 3);
  const hasFraction = ['.', ','].includes(point) && isNumberToken(fraction);
  return clock(number, minute, at + (hasFraction ? 7 : 5), seconds);
}

function clock(hour: string, minute: string, end: number, seconds = '00'): Clock {
  return { hour, minute, seconds, end };
}

function halfAfter(
  tokens: readonly string[],
  from: number,
): { half?: HalfOfDay; isHourNamed: boolean; end: number } {
  const named = skipTokens(tokens, from, ['o', "'", '’']);
  const isHourNamed = oClock.includes(tokens[named] ?? '');
  const behind = isHourNamed ? named + 1 : from;
  const at = skipTokens(tokens, behind, ['in', 'the']);
  const word = tokens[at] ?? '';
  const half = halves.get(word);
  if (!half) return { isHourNamed, end: behind };
  const isSpelled = word.length === 1 && tokens[at + 1] === '.' && tokens[at + 2] === 'm';
  return { half, isHourNamed, end: at + (isSpelled ? 3 : 1) };
}

function timeOf(hour: string, minute: string, half: HalfOfDay | undefined): string | undefined {
  const hours = Number(hour);
  if (Number(minute) > 59 || hours > 23 || (half && hours === 0 && half === 'pm')) return undefined;
  // `16:30 pm` is what some programs write.
  const of24 = half && hours <= 12 ? (hours % 12) + (half === 'pm' ? 12 : 0) : hours;
  if (half === 'am' && hours > 12) return undefined;
  return `${String(of24).padStart(2, '0')}:${minute}`;
}
