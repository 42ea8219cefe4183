import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dateInTimeZone } from '#contract/text/dates.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import { watchMidnight } from './use-today.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ['Asia/Dhaka', '2026-11-21T17:59:00Z', '2026-11-22'],
  ['America/New_York', '2026-11-21T04:59:00Z', '2026-11-21'],
  ['America/Santiago', '2026-09-06T03:59:00Z', '2026-09-06'],
])('today follows the midnight of %s, not the machine’s (F13)', (timeZone, now, next) => {
  vi.setSystemTime(now);
  const days: string[] = [];
  const stop = watchMidnight(timeZone, () => days.push(dateInTimeZone(timeZone, new Date())));
  vi.advanceTimersByTime(3 * 60_000);
  expect(days.at(-1)).toBe(next);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('today follows the server’s midnight on a device whose clock is days behind', () => {
  vi.setSystemTime('2026-11-18T17:59:00Z');
  serverClock.hear('Sat, 21 Nov 2026 17:59:00 GMT');
  const days: string[] = [];
  const stop = watchMidnight('Asia/Dhaka', () => days.push(dateInTimeZone('Asia/Dhaka', serverClock.now())));
  vi.advanceTimersByTime(59_000);
  expect(days).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(days.at(-1)).toBe('2026-11-22');
  stop();
  serverClock.hear(new Date().toUTCString());
});
