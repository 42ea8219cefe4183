import { answerTitles, type BookingAnswer } from '#contract/customer-messages/answer-buttons.ts';

const words: Record<BookingAnswer, readonly string[]> = {
  come: [
    ...[
      answerTitles.en.come,
      answerTitles.bn.come,
      'i will come',
      'ill come',
      'coming',
      'i am coming',
      'yes',
      'ok',
      'okay',
    ],
    ...[
      'confirm',
      'confirmed',
      'sure',
      'yes i will come',
      'হ্যাঁ',
      'জি',
      'জ্বি',
      'আসব',
      'আসবো',
      'আমি আসবো',
      'ঠিক আছে',
    ],
  ],
  anotherTime: [
    ...[
      answerTitles.en.anotherTime,
      answerTitles.bn.anotherTime,
      'reschedule',
      'change time',
      'অন্য দিন',
      'সময় বদলান',
    ],
  ],
  cancel: [
    ...[
      answerTitles.en.cancel,
      answerTitles.bn.cancel,
      'cancel it',
      'i cannot come',
      "i can't come",
      'no',
      'বাতিল করুন',
      'আসব না',
      'না',
    ],
  ],
};

// Not "please stop": it may be said of the work on a car. Nor "cancel", which a reminder asks.
const stopWords = [
  ...['stop', 'stop all', 'stopall', 'stop messages', 'stop all messages', 'stop sending messages'],
  ...['no more messages', 'unsubscribe', 'unsubscribe me', 'opt out', 'optout', 'quit'],
  ...['বন্ধ', 'বন্ধ করুন', 'বন্ধ কর', 'বন্ধ করো', 'বন্ধ করেন', 'সব বন্ধ', 'সব বন্ধ করুন', 'স্টপ'],
  ...['মেসেজ বন্ধ', 'মেসেজ বন্ধ করুন', 'মেসেজ পাঠাবেন না', 'আর মেসেজ পাঠাবেন না'],
];

const normal = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{M}\p{Nd}' ]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const answers = new Map(
  Object.entries(words).flatMap(([answer, all]) =>
    all.map((text) => [normal(text), answer as BookingAnswer] as const),
  ),
);
const stops = new Set(stopWords.map(normal));

/** Reads the answer to a reminder; undefined if the message says anything else, too. */
export function readBookingAnswer(text: string): BookingAnswer | undefined {
  return answers.get(normal(text));
}

/** Tells whether a message only says that its sender wants no more messages, such as STOP. */
export function isStopMessage(text: string): boolean {
  return stops.has(normal(text));
}

const banglaZero = '০'.codePointAt(0) ?? 0;
const mostCharacters = 500;

/** Words that may stand before a rating. */
const beforeRating = new Set(
  'i we give gave rate rated rating my our is it its a would say satisfied score points stars আমি আমরা আমার রেটিং দিলাম দিচ্ছি নম্বর'.split(
    ' ',
  ),
);
/** Signs of a request: its number is a time or a count. */
const request = /[?？]|\d\s{0,2}(?:am|pm|o'?clock|টা)|tomorrow|today|আগামীকাল|আজ/iu;

/**
 * Reads a rating from 1 to 5, in Latin or Bangla digits: the only number of an answer, also as "4/5", before any words or after those
 * with which people rate; undefined for anything else. A request that names a number, such as a time, is no rating.
 */
export function readRating(text: string): number | undefined {
  const latin = text
    .slice(0, mostCharacters)
    .replace(/[০-৯]/g, (digit) => String((digit.codePointAt(0) ?? 0) - banglaZero));
  const plain = latin.replace(/(\d)\s{0,3}(?:\/|out of|of)\s{0,3}5\b/giu, '$1');
  const [number, another] = plain.match(/\d+/g) ?? [];
  if (number === undefined || another !== undefined || request.test(plain)) return undefined;
  const [before = ''] = plain.split(number);
  if (
    !normal(before)
      .split(' ')
      .every((word) => word === '' || beforeRating.has(word))
  )
    return undefined;
  const rating = Number(number);
  return rating >= 1 && rating <= 5 ? rating : undefined;
}
