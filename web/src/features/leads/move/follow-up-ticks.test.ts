import { expect, test } from 'vitest';
import { tick, tickedUnlost, untick } from './follow-up-ticks.ts';

test('unticking restores the follow-ups, however many the tick had skipped (F25)', () => {
  const third = tick(0, 3);
  expect(third.made).toBe(3);
  expect(untick(3, third.last)).toBe(0);
  expect(tickedUnlost(3, third.last, 0)).toBe(0);
  expect(untick(2, third.last)).toBe(1);
});

test('a lead opened with three follow-ups keeps two when it is no longer lost', () => {
  expect(tickedUnlost(3, undefined, 3)).toBe(2);
  expect(tickedUnlost(1, undefined, 0)).toBe(1);
});
