import { expect, test } from 'vitest';
import { makeBooking } from './booking.sample.ts';
import { findActiveBooking, readCell, toBookingCellId, toPlaceCellId } from './cells.ts';

const [karim, rahim] = [makeBooking({ _id: 'karim' }), makeBooking({ _id: 'rahim' })];
const bookings = [karim, rahim];

test('a cell is a booking or a place', () => {
  expect(readCell(toBookingCellId(karim), bookings)).toEqual({ booking: karim, time: undefined });
  expect(readCell(toPlaceCellId('09:30'), bookings)).toEqual({ booking: undefined, time: '09:30' });
  expect(readCell(toPlaceCellId(null), bookings)).toEqual({ booking: undefined, time: null });
});

test('keys act on the open lead, and on nothing if it is not among the bookings of the day', () => {
  expect(findActiveBooking(undefined, karim, bookings)).toBe(karim);
  expect(findActiveBooking('rahim', karim, bookings)).toBe(rahim);
  expect(findActiveBooking('nadia', karim, bookings)).toBeUndefined();
});
