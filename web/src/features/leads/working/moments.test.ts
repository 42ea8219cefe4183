import { expect, test } from 'vitest';
import { momentOf } from './moments.ts';

test.each([
  ['2026-03-12', '16:30', '2026-03-12T10:30:00.000Z'],
  ['2026-03-12', '', '2026-03-12T04:00:00.000Z'],
  ['2026-03-10', '', '2026-03-10T10:00:00.000Z'],
])('%s at %j is %s', (date, time, at) => {
  expect(momentOf(date, time, new Date('2026-03-10T09:00:00Z'), 'Asia/Dhaka').toISOString()).toBe(at);
});
