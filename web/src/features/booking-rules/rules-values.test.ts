import { expect, test } from 'vitest';
import { type BookingRules, bookingRules } from '#contract/bookings/booking-rules.ts';
import { messages } from '#contract/call/messages.ts';
import { keepPastClosures, rulesFormSchema, toRulesValues } from './rules-values.ts';

const today = '2026-11-27';

const rules: BookingRules = {
  week: Array.from({ length: 7 }, (_, day) => ({
    perDay: day === 5 ? 0 : 12,
    perHour: day === 5 ? null : 3,
  })),
  daysAhead: 60,
  noticeMinutes: 120,
  closures: [
    { day: '2026-11-20', from: null, to: null, note: 'Stocktaking' },
    { day: '2026-12-16', from: null, to: null, note: null },
    { day: '2026-12-20', from: '13:00', to: '24:00', note: 'Training' },
  ],
};

test('rules come out of the form as they went in, with the closures that are over', () => {
  const values = toRulesValues(rules, today);
  expect(values).toMatchObject({ kind: 'limited', notice: '2', noticeUnit: 'hours' });
  expect(values.closures.map(({ day, to }) => [day, to])).toEqual([
    ['2026-12-16', ''],
    ['2026-12-20', '00:00'],
  ]);
  const typed = rulesFormSchema.parse(values);
  expect(typed && keepPastClosures(typed, rules, today)).toEqual(bookingRules.parse(rules));
});

test('a center that takes any booking is none of what else is typed', () => {
  const values = toRulesValues(null, today);
  expect(values.kind).toBe('any');
  expect(rulesFormSchema.parse({ ...values, daysAhead: 'soon' })).toBeNull();
});

const faults = (change: object) =>
  rulesFormSchema
    .safeParse({ ...toRulesValues(rules, today), ...change })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]);

test('a fault appears at its field', () => {
  const closure = { day: '2026-12-16', from: '', to: '', note: '' };
  expect(faults({ daysAhead: '1.5' })).toEqual([['daysAhead', messages.notWhole]]);
  expect(faults({ notice: '8', noticeUnit: 'days' })).toEqual([['notice', messages.tooLarge]]);
  expect(faults({ closures: [{ ...closure, from: '13:00' }] })).toEqual([
    ['closures.0.to', messages.required],
  ]);
  expect(faults({ closures: [closure, { ...closure, from: '13:00', to: '12:00' }] })).toEqual([
    ['closures.1.to', messages.closesTooEarly],
  ]);
  expect(faults({ closures: [{ ...closure, day: '' }] })?.map(([path]) => path)).toEqual(['closures.0.day']);
});
