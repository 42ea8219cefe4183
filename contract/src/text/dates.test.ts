import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, dateInTimeZone, instantInTimeZone } from './dates.ts';

test('a day begins at midnight of the dealer', () => {
  expect(dateInTimeZone('Asia/Dhaka', new Date('2026-03-09T17:59:59Z'))).toBe('2026-03-09');
  expect(dateInTimeZone('Asia/Dhaka', new Date('2026-03-09T18:00:00Z'))).toBe('2026-03-10');
});

test('days are added across months, leap days and clock changes', () => {
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
  expect(instantInTimeZone(zone, date, time).toISOString()).toBe(instant);
});

test.each([
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  ['America/St_Johns', '2010-11-07', '2010-11-07T02:30:00.000Z'],
])('in %s the day %s begins with its first instant, midnight or not (F13)', (zone, date, begins) => {
  expect(instantInTimeZone(zone, date, '00:00').toISOString()).toBe(begins);
});

test('a day begins where the calendar of any time zone first shows it, whenever clocks change (F13)', () => {
  const day = 86_400_000;
  const minute = 60_000;
  const { seed = 0 } = fc.readConfigureGlobal();
  for (const [place, timeZone] of Intl.supportedValuesOf('timeZone').entries()) {
    const dates = new Intl.DateTimeFormat('sv-SE', { timeZone });
    const offsets = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    const check = (at: number) => {
      const date = dates.format(at);
      const begins = instantInTimeZone(timeZone, date, '00:00').getTime();
      const where = `${timeZone} ${date}`;
      if (dates.format(begins) < date) throw new Error(`${where} has not begun`);
      for (const before of [1, ...Array.from({ length: 60 }, (_, place) => (place + 1) * 20 * minute)])
        if (dates.format(begins - before) >= date) throw new Error(`${where} began earlier`);
    };
    const year = fc.integer({ min: 2000, max: 2040 });
    const property = fc.property(year, fc.nat(364), (drawn, offset) => {
      const start = Date.UTC(drawn, 0, 1);
      check(start + offset * day);
      const zoneAt = (at: number) => offsets.format(at).split(' ').at(-1);
      for (let at = start; at < start + 365 * day; at += 5 * day) {
        if (zoneAt(at) === zoneAt(at + 5 * day)) continue;
        for (let around = at - day; around <= at + 6 * day; around += day) check(around);
      }
    });
    // Each zone has a year of its own.
    fc.assert(property, { numRuns: 1, seed: Number(seed) + place });
  }
});
