import { expect, test } from 'vitest';
import { formatPlaceDay } from './place-day.ts';

test.each([
  ['2026-11-27', 'Friday'],
  ['2026-12-03', 'Thursday'],
  ['2026-12-04', 'Fri 4 Dec'],
  ['2026-11-26', 'Thu 26 Nov'],
])('on a Friday, %s is %s', (date, written) => {
  expect(formatPlaceDay(date, '2026-11-27', 'en').replace(',', '')).toBe(written);
});
