import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dateInTimeZone } from '#contract/text/dates.ts';
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
