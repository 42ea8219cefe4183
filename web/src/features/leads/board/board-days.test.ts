import { expect, test } from 'vitest';
import { getWeekOf, moveBookingInDay } from './board-days.ts';
import { makeBooking, makeBookingDay } from './booking.sample.ts';

test.each([
  ['2026-11-28', '2026-11-28'],
  ['2026-12-04', '2026-11-28'],
  ['2026-12-05', '2026-12-05'],
  ['2026-11-27', '2026-11-21'],
])('the week of %s begins on %s when today is a Saturday', (day, first) => {
  expect(getWeekOf(day, '2026-11-28')[0]).toBe(first);
});

test('a moved booking stands in its new place at once, and leaves a day or center that it is moved from', () => {
  const [early, late] = [makeBooking({ _id: 'early', time: '09:00' }), makeBooking({ time: '11:00' })];
  const reply = { day: makeBookingDay({ booked: 2 }), bookings: [early, late], isCapped: false };
  const shown = (...to: [center: string, date: string, time: string | null, goesTo?: string]) => {
    const [center, date, time, goesTo = 'center'] = to;
    const serviceCenter = { _id: goesTo, name: 'Uttara' };
    const { bookings, day } = moveBookingInDay(reply, center, early, { date, time, serviceCenter });
    return [bookings.map((one) => one.time), day.booked];
  };
  expect(shown('center', '2026-11-29', '12:00')).toEqual([['11:00', '12:00'], 2]);
  expect(shown('center', '2026-11-29', null)).toEqual([[null, '11:00'], 2]);
  expect(shown('center', '2026-11-30', '12:00')).toEqual([['11:00'], 1]);
  expect(shown('other', '2026-11-29', '12:00')).toEqual([['11:00'], 1]);
  expect(shown('center', '2026-11-29', '12:00', 'other')).toEqual([['11:00'], 1]);
  expect(shown('other', '2026-11-29', '12:00', 'other')).toEqual([['11:00', '12:00'], 2]);
});
