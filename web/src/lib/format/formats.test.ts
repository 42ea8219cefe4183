import { expect, test } from 'vitest';
import { createFormats } from './formats.ts';

test.each([
  ['00:05', '12:05\u00a0am'],
  ['02:25', '2:25\u00a0am'],
  ['12:00', '12:00\u00a0pm'],
  ['14:25', '2:25\u00a0pm'],
])('a time of day reads the same alone and after its day: %s', (time, expected) => {
  const formats = createFormats('en', 'UTC');
  expect(formats.time(time)).toBe(expected);
  expect(formats.moment(`2026-11-21T${time}:00Z`)).toBe(`21 Nov 2026, ${expected}`);
});

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [24_702_976, '24.7 MB'],
  [1_380_000_000, '1.38 GB'],
  [5e15, '5,000 TB'],
])('a size reads in the unit that fits: %d', (bytes, expected) => {
  expect(createFormats('en', 'UTC').bytes(bytes)).toBe(expected);
});
