import { expect, test } from 'vitest';
import { getAllowedUntil, getNextAllowedTime } from './allowed-times.ts';

const center = 'north';
const day = (serviceCenter: string | null, date: string) => ({ serviceCenter, day: date, name: 'Closed' });

function times(quietFrom: string, quietTo: string, holidays = [day(null, '2026-03-12')]) {
  return { settings: { quietFrom, quietTo }, holidays, timeZone: 'Asia/Dhaka' };
}

test.each([
  ['in the day', '2026-03-10T06:00:00Z', '2026-03-10T06:00:00Z', '2026-03-10T14:00:00Z'],
  ['at the first quiet minute', '2026-03-10T14:00:00Z', '2026-03-11T03:00:00Z', '2026-03-11T14:00:00Z'],
  ['before the end of the night', '2026-03-11T02:59:00Z', '2026-03-11T03:00:00Z', '2026-03-11T14:00:00Z'],
  ['in the evening before a holiday', '2026-03-11T15:00:00Z', '2026-03-13T03:00:00Z', '2026-03-13T14:00:00Z'],
  ['on a holiday', '2026-03-12T06:00:00Z', '2026-03-13T03:00:00Z', '2026-03-13T14:00:00Z'],
])('%s, the next allowed time is known, and how long it lasts', (_when, at, from, until) => {
  const quiet = times('20:00', '09:00');
  const next = getNextAllowedTime(quiet, center, new Date(at));
  expect(next).toEqual(new Date(from));
  expect(getAllowedUntil(quiet, center, next)).toEqual(new Date(until));
});

test('quiet hours within a day, none at all, and holidays of another center', () => {
  const noon = new Date('2026-03-10T07:30:00Z');
  expect(getNextAllowedTime(times('13:00', '14:00'), center, noon)).toEqual(new Date('2026-03-10T08:00:00Z'));
  expect(getNextAllowedTime(times('00:00', '00:00'), center, noon)).toEqual(noon);
  const other = times('00:00', '00:00', [day('south', '2026-03-10')]);
  expect(getNextAllowedTime(other, center, noon)).toEqual(noon);
  expect(getNextAllowedTime(other, 'south', noon)).toEqual(new Date('2026-03-10T18:00:00Z'));
  // Without quiet hours a holiday begins at midnight.
  const eve = new Date('2026-03-11T16:00:00Z');
  expect(getAllowedUntil(times('00:00', '00:00'), center, eve)).toEqual(new Date('2026-03-11T18:00:00Z'));
});
