import { expect, test } from 'vitest';
import { getClockHour, splitNotice } from './place-text.ts';

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
