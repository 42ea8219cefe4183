import { expect, test } from 'vitest';
import { messages } from '#contract/call/messages.ts';
import { defaultWeek } from '#contract/working-hours.ts';
import {
  groupHolidays,
  holidaysFormSchema,
  hoursFormSchema,
  replacePlan,
  toHoursValues,
  ungroupHolidays,
} from './hours-values.ts';

const targets = { default: 60, facebook: null, whatsapp: null, website: null };
const stored = { usual: defaultWeek, plans: [], holidays: [], targets };
const form = hoursFormSchema('2026-03-02');
const week = (...spans: [string, string][]) => ({
  validFrom: '2026-03-02',
  kind: 'own' as const,
  week: Array.from({ length: 7 }, (_, day) => ({
    spans: day === 1 ? spans.map(([from, to]) => ({ from, to })) : [],
  })),
});
const faults = (values: unknown) =>
  form.safeParse(values).error?.issues.map(({ path, message }) => [path.slice(-2).join('.'), message]);

test('what is wrong with a day is said at its field', () => {
  expect(faults(week(['09:00', '09:00']))).toEqual([['0.to', messages.closesTooEarly]]);
  expect(faults(week(['09:00', '13:00'], ['12:59', '18:00']))).toEqual([['1.from', messages.spansOverlap]]);
  expect(faults(week(['', '13:00']))).toEqual([['0.from', messages.invalidTime]]);
  expect(faults({ ...week(), validFrom: '2026-03-01' })).toEqual([['validFrom', messages.dateInPast]]);
  expect(faults({ ...week(['', '']), kind: 'same' }), 'what is not shown is not refused').toBeUndefined();
});

test('spans are sorted, and 00:00 closes at midnight', () => {
  expect(form.parse(week(['14:00', '00:00'], ['09:00', '13:00'])).week?.[1]).toEqual([
    { from: '09:00', to: '13:00' },
    { from: '14:00', to: '24:00' },
  ]);
});

test('a center follows the dealer until it has hours of its own, and again afterwards', () => {
  const own = { validFrom: '2026-03-05', week: form.parse(week(['10:00', '12:00'])).week };
  const ended = { validFrom: '2026-03-10', week: null };
  const plans = [own, ended].map((plan) => ({ ...plan, serviceCenter: 'one' }));
  const hours = { ...stored, plans };
  const kinds = ['2026-03-04', '2026-03-05', '2026-03-10'].map(
    (day) => toHoursValues(hours, 'one', day).kind,
  );
  expect(kinds).toEqual(['same', 'own', 'same']);
  expect(toHoursValues(hours, null, '2026-03-06').kind).toBe('own');
  const moved = { validFrom: '2026-03-07', week: own.week };
  expect(replacePlan(hours, 'one', { plan: moved, former: '2026-03-05' })).toEqual([moved, ended]);
  expect(replacePlan(hours, null, { plan: moved })).toEqual([moved]);
});

test('days of a holiday are shown together, and each day is stored', () => {
  const eid = { name: 'Eid', from: '2026-02-27', to: '2026-03-02', serviceCenter: '' };
  const local = { name: 'Fair', from: '2026-02-28', to: '', serviceCenter: 'one' };
  const days = ungroupHolidays([eid, local]).sort((one, other) => one.day.localeCompare(other.day));
  expect(days).toHaveLength(5);
  expect(groupHolidays(days)).toEqual([eid, local]);
  const twice = { ...local, serviceCenter: '', to: '2026-03-09' };
  const issues = holidaysFormSchema.safeParse({ holidays: [eid, local, twice] }).error?.issues;
  expect(issues?.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['holidays.2.from', messages.dayTwice],
  ]);
});
