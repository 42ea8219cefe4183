import { expect, test } from 'vitest';
import { readWish } from './read-wish.ts';

const today = '2026-11-27';

test.each([
  ['30th November', '2026-11-30', null],
  ['Mon, 30 Nov', '2026-11-30', null],
  ['3 January', '2027-01-03', null],
  ['30 Nov 10am', '2026-11-30', '10:00'],
  ['30 November at 3:30 pm', '2026-11-30', '15:30'],
  ['3:30 pm on 30 Nov', '2026-11-30', '15:30'],
  ['30/11 10:00', '2026-11-30', '10:00'],
  ['tomorrow 10:00', '2026-11-28', '10:00'],
  ['Tomorrow at 10 am', '2026-11-28', '10:00'],
  ['10am tomorrow', '2026-11-28', '10:00'],
  ['sat, 4:30pm', '2026-11-28', '16:30'],
  ['কাল বিকাল ৪টা', '2026-11-28', '16:00'],
  ['২৮ নভেম্বর বিকাল ৪টা', '2026-11-28', '16:00'],
  ['kal bikal 4ta', '2026-11-28', '16:00'],
  ['2026-11-30T23:30-08:00', '2026-12-01', '13:30'],
  ['1796027400000', '2026-11-30', '14:30'],
])('%s is a wish for %s at %s (F121)', (text, date, time) => {
  expect(readWish(text, today, 'Asia/Dhaka')).toEqual({ date, time, isWhole: true });
});

test.each([
  'any day',
  'asap',
  '5 Dec or 6 Dec',
  'Friday after 4',
  'not tomorrow',
  'tomorrow or Sunday',
  '26 Nov 2026',
])('%s is none (F121)', (text) => {
  expect(readWish(text, today, 'Asia/Dhaka')).toBeUndefined();
});
