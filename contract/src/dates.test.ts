import { expect, test } from 'vitest';
import { addDays, dateIn, instantIn } from './dates.ts';

test('a day begins at midnight of the dealer', () => {
  expect(dateIn('Asia/Dhaka', new Date('2026-03-09T17:59:59Z'))).toBe('2026-03-09');
  expect(dateIn('Asia/Dhaka', new Date('2026-03-09T18:00:00Z'))).toBe('2026-03-10');
});

test('days are added across months, leap days and the change of clocks', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-03-29', 1)).toBe('2026-03-30');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
});

test.each([
  ['Asia/Dhaka', '2026-03-10', '09:00', '2026-03-10T03:00:00.000Z'],
  ['Europe/Berlin', '2026-03-28', '12:00', '2026-03-28T11:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '12:00', '2026-03-29T10:00:00.000Z'],
  ['America/New_York', '2026-11-01', '00:00', '2026-11-01T04:00:00.000Z'],
])('%s shows %s %s at %s', (zone, date, time, instant) => {
  expect(instantIn(zone, date, time).toISOString()).toBe(instant);
});
