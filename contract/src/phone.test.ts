import { expect, test } from 'vitest';
import { formatPhone, normalisePhone } from './phone.ts';

test.each([
  '01712345678',
  '+8801712345678',
  '8801712345678',
  '008801712345678',
  '+880 1712-345678',
  ' 01712 345 678 ',
  '০১৭১২৩৪৫৬৭৮',
])('%s is the domestic 01712345678', (typed) => {
  expect(normalisePhone(typed, 'BD')).toBe('01712345678');
});

test('a foreign number stands in E.164', () => {
  expect(normalisePhone('+44 20 7946 0958', 'BD')).toBe('+442079460958');
  expect(normalisePhone('020 7946 0958', 'GB')).toBe('02079460958');
});

test.each(['0171234', 'call me', '', '+', '01712345678 or 9'])('%j is no number', (typed) => {
  expect(normalisePhone(typed, 'BD')).toBeUndefined();
});

test('is shown as people write it', () => {
  expect(formatPhone('01712345678', 'BD')).toBe('01712-345678');
  expect(formatPhone('+442079460958', 'BD')).toBe('+44 20 7946 0958');
  expect(formatPhone('not a number', 'BD')).toBe('not a number');
});
