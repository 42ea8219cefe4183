import { expect, test } from 'vitest';
import { countSmsParts, toSmsText } from './sms-parts.ts';

test.each([
  ['', 0, 0, 'gsm'],
  ['a'.repeat(160), 1, 160, 'gsm'],
  ['a'.repeat(161), 2, 161, 'gsm'],
  ['a'.repeat(306), 2, 306, 'gsm'],
  ['a'.repeat(307), 3, 307, 'gsm'],
  ['ক'.repeat(70), 1, 70, 'unicode'],
  ['ক'.repeat(71), 2, 71, 'unicode'],
  ['ক'.repeat(134), 2, 134, 'unicode'],
  ['ক'.repeat(135), 3, 135, 'unicode'],
] as const)('%j takes %i parts', (text, parts, signs, alphabet) => {
  expect(countSmsParts(text)).toEqual({ parts, signs, alphabet });
});

test('a sign of the extended alphabet takes the room of two, and is never divided', () => {
  expect(countSmsParts('€'.repeat(80))).toMatchObject({ parts: 1, signs: 160 });
  expect(countSmsParts('€'.repeat(81))).toMatchObject({ parts: 2, signs: 162 });
  // 76 fill 152 of 153, so that the last of 153 needs a third part although 306 would fit into two.
  expect(countSmsParts('€'.repeat(153))).toMatchObject({ parts: 3, signs: 306 });
});

test('an emoji takes the room of two, and makes all of the text larger', () => {
  expect(countSmsParts(`${'a'.repeat(68)}🚗`)).toEqual({ parts: 1, signs: 70, alphabet: 'unicode' });
  expect(countSmsParts(`${'a'.repeat(66)}🚗${'a'.repeat(66)}`)).toMatchObject({ parts: 3, signs: 134 });
});

test('typographic signs are written as GSM has them, others stay', () => {
  const text = toSmsText('We’ll expect you at 10:30\u00a0am – “North”…');
  expect(text).toBe('We\'ll expect you at 10:30 am - "North"...');
  expect(countSmsParts(text).alphabet).toBe('gsm');
  expect(toSmsText('প্রিয় রহিম, ১০:৩০ – উত্তর')).toBe('প্রিয় রহিম, ১০:৩০ - উত্তর');
});
