import { expect, test } from 'vitest';
import { getPrecedingDays, getSpanDates, getWorkComparison } from './comparison.ts';
import { getDashboard } from './dashboard.ts';

test.each([
  ['week', '2026-11-25', { from: '2026-11-22', to: '2026-11-25' }, { from: '2026-11-15', to: '2026-11-18' }],
  ['week', '2026-11-22', { from: '2026-11-22', to: '2026-11-22' }, { from: '2026-11-15', to: '2026-11-15' }],
  [
    'lastWeek',
    '2026-11-25',
    { from: '2026-11-15', to: '2026-11-21' },
    { from: '2026-11-08', to: '2026-11-14' },
  ],
  ['days7', '2026-11-25', { from: '2026-11-19', to: '2026-11-25' }, { from: '2026-11-12', to: '2026-11-18' }],
  [
    'days30',
    '2026-11-25',
    { from: '2026-10-27', to: '2026-11-25' },
    { from: '2026-09-27', to: '2026-10-26' },
  ],
] as const)(
  '%s at %s is compared with the same days of the week before, or all days right before it',
  (...given) => {
    const [span, today, now, before] = given;
    expect(getSpanDates(span, today)).toEqual(now);
    expect(getPrecedingDays(now)).toEqual(before);
  },
);

test.each([
  [{ from: '2025-01-01', to: '2026-01-01' }, undefined],
  [{ from: '2024-12-31', to: '2026-01-01' }, 'Choose at most 366 days'],
  [{ from: '2026-01-02', to: '2026-01-01' }, 'End Date must not be before Start Date'],
])('%j are days that can be compared, or it is said why not', (days, fault) => {
  for (const { query } of [getWorkComparison, getDashboard])
    expect(query.safeParse(days).error?.issues[0]?.message).toBe(fault);
});
