import { expect, test } from 'vitest';
import { daysBefore, daysOfSpan } from './comparison.ts';

test.each([
  ['week', '2026-11-25', { from: '2026-11-22', to: '2026-11-25' }, { from: '2026-11-15', to: '2026-11-18' }],
  ['week', '2026-11-22', { from: '2026-11-22', to: '2026-11-22' }, { from: '2026-11-15', to: '2026-11-15' }],
  ['days7', '2026-11-25', { from: '2026-11-19', to: '2026-11-25' }, { from: '2026-11-12', to: '2026-11-18' }],
  [
    'days30',
    '2026-11-25',
    { from: '2026-10-27', to: '2026-11-25' },
    { from: '2026-09-22', to: '2026-10-21' },
  ],
] as const)('%s at %s stands beside the same days of the week before', (span, today, now, before) => {
  expect(daysOfSpan(span, today)).toEqual(now);
  expect(daysBefore(now)).toEqual(before);
  expect(new Date(now.from).getUTCDay()).toBe(new Date(before.from).getUTCDay());
});
