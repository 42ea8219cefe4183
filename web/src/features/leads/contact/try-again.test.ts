import { expect, test } from 'vitest';
import { getTryAgainTime } from './try-again.ts';

const at = (choice: Parameters<typeof getTryAgainTime>[0], now: string) =>
  getTryAgainTime(choice, new Date(now), 'Asia/Dhaka')?.toISOString();

test('to try again is a time of the dealer’s day', () => {
  // Six in the morning in Dhaka.
  const morning = '2026-03-10T00:00:00.000Z';
  expect(at('twoHours', morning)).toBe('2026-03-10T02:00:00.000Z');
  expect(at('afternoon', morning)).toBe('2026-03-10T09:00:00.000Z');
  expect(at('tomorrow', morning)).toBe('2026-03-11T04:00:00.000Z');
  expect(at('threeDays', morning)).toBe('2026-03-13T04:00:00.000Z');
});

test('this afternoon is no choice in the evening', () => {
  expect(at('afternoon', '2026-03-10T12:00:00.000Z')).toBeUndefined();
  expect(at('tomorrow', '2026-03-10T20:00:00.000Z')).toBe('2026-03-12T04:00:00.000Z');
});
