import { expect, test } from 'vitest';
import type { PlaceTime } from '#contract/bookings/bookings.ts';
import { arrangeTimes, findFreeAfter } from './places-of-day.ts';

const place = (time: string, isFree = true): PlaceTime => ({ time, booked: 2, capacity: 3, isFree });

test('times stand in a column for each hour of the clock, its halves below each other', () => {
  const { hours, times } = arrangeTimes(
    ['08:30', '09:30', '10:00', '13:00', '13:30'].map((time) => place(time)),
    '09:10',
  );
  expect(hours.map(({ hour }) => hour)).toEqual(['09', '10', '13']);
  expect(times.map(({ time, column, row }) => [time, column, row])).toEqual([
    ['09:30', 1, 2],
    ['10:00', 2, 1],
    ['13:00', 3, 1],
    ['13:30', 3, 2],
  ]);
});

test('hours are told apart without "am" and "pm" within half a day', () => {
  const isHalfDay = (...times: string[]) => arrangeTimes(times.map((time) => place(time))).isHalfDay;
  expect(isHalfDay('08:00', '19:30')).toBe(true);
  expect(isHalfDay('08:00', '20:00')).toBe(false);
});

test('the next free time comes after the chosen one, which may be any', () => {
  const times = [place('09:00', false), place('09:30'), place('10:00', false), place('10:30')];
  expect(findFreeAfter(times, '')).toBe('09:30');
  expect(findFreeAfter(times, '09:30')).toBe('10:30');
  expect(findFreeAfter(times, '09:45')).toBe('10:30');
  expect(findFreeAfter(times, '10:30')).toBeUndefined();
});
