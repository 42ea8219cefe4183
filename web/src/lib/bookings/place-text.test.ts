import { expect, test } from 'vitest';
import { formatPlaceDay, getClockHour, splitNotice } from './place-text.ts';

test.each([
  ['09:40', '09:00', '10:00'],
  ['23:00', '23:00', '00:00'],
])('the hour around %s', (time, from, to) => {
  expect(getClockHour(time)).toEqual({ from, to });
});

test.each([
  [90, 'minutes', 90],
  [120, 'hours', 2],
  [2880, 'days', 2],
] as const)('a notice of %i minutes', (minutes, unit, count) => {
  expect(splitNotice(minutes)).toEqual({ unit, count });
});

test.each([
  ['2026-11-27', 'Friday'],
  ['2026-12-03', 'Thursday'],
  ['2026-12-04', 'Fri 4 Dec'],
  ['2026-11-26', 'Thu 26 Nov'],
])('on a Friday, %s is %s', (date, written) => {
  expect(formatPlaceDay(date, '2026-11-27', 'en').replace(',', '')).toBe(written);
});
