import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dateIn } from '#contract/text/dates.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import { onMidnight } from './use-today.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ['Asia/Dhaka', '2026-11-21T17:59:00Z', '2026-11-22'],
  ['America/New_York', '2026-11-21T04:59:00Z', '2026-11-21'],
  ['America/Santiago', '2026-09-06T03:59:00Z', '2026-09-06'],
])('today follows the midnight of %s, not the machine’s (F13)', (timeZone, now, next) => {
  vi.setSystemTime(now);
  const days: string[] = [];
  const stop = onMidnight(timeZone, () => days.push(dateIn(timeZone, new Date())));
  vi.advanceTimersByTime(3 * 60_000);
  expect(days.at(-1)).toBe(next);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('nor that of a device whose clock is wrong (F74)', () => {
  vi.setSystemTime('2026-11-21T14:59:00Z');
  serverClock.hear('Sat, 21 Nov 2026 17:59:00 GMT');
  const days: string[] = [];
  const stop = onMidnight('Asia/Dhaka', () => days.push(dateIn('Asia/Dhaka', serverClock.now())));
  vi.advanceTimersByTime(3 * 60_000);
  expect(days.at(-1)).toBe('2026-11-22');
  stop();
  serverClock.hear(new Date().toUTCString());
});
