import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';
import { defaultWeek, type WorkingHours, workingHours } from './working-hours.ts';
import {
  addWorkingMinutes,
  countWorkingMinutes,
  getNextOpening,
  getOpeningSpans,
  getTargetMinutes,
  getWeekday,
} from './working-time.ts';

const minute = 60_000;
const own = '00000000-0000-4000-8000-000000000001';
const other = '00000000-0000-4000-8000-000000000002';
const usual: WorkingHours = {
  usual: defaultWeek,
  plans: [],
  holidays: [],
  targets: { default: 60, facebook: null, whatsapp: 15, website: null },
};

const changes = [
  ['Asia/Dhaka', '2026-03-10'],
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['America/Havana', '2026-11-01'],
  ['Asia/Beirut', '2026-03-29'],
  ['Asia/Beirut', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
] as const;

const zonesAndDays = fc.constantFrom(...changes);
const clock = fc.integer({ min: 0, max: 96 }).map((quarters) => quarters * 15);
const shown = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const spans = fc
  .uniqueArray(clock, { maxLength: 6 })
  .map((times) => times.toSorted((one, two) => one - two))
  .map((times) =>
    times.flatMap((from, place) => {
      const to = times[place + 1];
      return place % 2 === 0 && to !== undefined ? [{ from: shown(from), to: shown(to) }] : [];
    }),
  );
const week = fc.array(spans, { minLength: 7, maxLength: 7 });
const nearby = (day: string) => fc.integer({ min: -4, max: 4 }).map((days) => addDays(day, days));

const scenes = zonesAndDays.chain(([timeZone, day]) =>
  fc.record({
    timeZone: fc.constant(timeZone),
    plans: fc.uniqueArray(
      fc
        .record({
          serviceCenter: fc.constantFrom(null, own, other),
          validFrom: nearby(day),
          week: fc.option(week),
        })
        .filter(({ serviceCenter, week }) => serviceCenter !== null || week !== null),
      { maxLength: 5, selector: ({ serviceCenter, validFrom }) => `${serviceCenter} ${validFrom}` },
    ),
    holidays: fc.array(
      fc.record({
        serviceCenter: fc.constantFrom(null, own, other),
        day: nearby(day),
        name: fc.constant('Eid'),
      }),
      { maxLength: 6 },
    ),
    from: fc
      .integer({ min: -3 * 24 * 60, max: 3 * 24 * 60 })
      .map((minutes) => new Date(instantInTimeZone(timeZone, day, '00:00').getTime() + minutes * minute)),
    minutes: fc.integer({ min: 1, max: 1_500 }),
  }),
);

function isOpenAt(hours: WorkingHours, latest: string): boolean {
  const [date = '', time = ''] = latest.split('T');
  if (hours.holidays.some((off) => off.day === date && off.serviceCenter !== other)) return false;
  const inForce = (of: string | null) =>
    hours.plans
      .filter((plan) => plan.serviceCenter === of && plan.validFrom <= date)
      .toSorted((one, two) => (one.validFrom < two.validFrom ? 1 : -1))[0]?.week;
  const [...days] = inForce(own) ?? inForce(null) ?? hours.usual;
  return (days[getWeekday(date)] ?? []).some(({ from, to }) => from <= time && time < to);
}

function* minutesOf(timeZone: string, from: Date): Generator<{ at: number; latest: string }> {
  const shows = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  let latest = '';
  const warmUp = 3 * 60;
  for (let at = from.getTime() - warmUp * minute; ; at += minute) {
    const now = shows.format(at).replace(' ', 'T');
    if (now > latest) latest = now;
    if (at >= from.getTime()) yield { at, latest };
  }
}

test('working minutes are those that a count minute by minute finds, across changes of clocks and hours', () => {
  let moments = 0;
  fc.assert(
    fc.property(scenes, ({ timeZone, plans, holidays, from, minutes }) => {
      const hours = { ...usual, plans, holidays };
      const until = from.getTime() + 9 * 24 * 60 * minute;
      let open = 0;
      let due: Date | undefined;
      let opensAt: Date | undefined;
      for (const { at, latest } of minutesOf(timeZone, from)) {
        if (at >= until || due) break;
        if (!isOpenAt(hours, latest)) continue;
        opensAt ??= new Date(at);
        if (++open === minutes) due = new Date(at + minute);
      }
      const next = getNextOpening(hours, { timeZone, center: own, from }) ?? from;
      if (opensAt) expect(next).toEqual(opensAt);
      const found = addWorkingMinutes(hours, { timeZone, center: own, from, minutes });
      if (due) {
        moments++;
        expect(found).toEqual(due);
      } else if (found) expect(found.getTime()).toBeGreaterThan(until);
      const to = due ?? new Date(until);
      expect(countWorkingMinutes(hours, { timeZone, center: own, from, to })).toBe(open);
    }),
    { numRuns: 150 },
  );
  expect(moments).toBeGreaterThan(50);
});

test('an enquiry after closing time is due after the next opening, and past a week of holidays', () => {
  const timeZone = 'Asia/Dhaka';
  // A Thursday; Friday is closed.
  const from = instantInTimeZone(timeZone, '2026-03-12', '17:40');
  const due = (hours: WorkingHours, minutes = 60) =>
    addWorkingMinutes(hours, { timeZone, center: own, from, minutes });
  expect(due(usual, 20)).toEqual(instantInTimeZone(timeZone, '2026-03-12', '18:00'));
  expect(due(usual)).toEqual(instantInTimeZone(timeZone, '2026-03-14', '09:40'));
  const week = Array.from({ length: 7 }, (_, days) => addDays('2026-03-13', days));
  const closed = {
    ...usual,
    holidays: week.map((day) => ({ day, serviceCenter: day < '2026-03-16' ? null : own, name: 'Eid' })),
  };
  expect(dateInTimeZone(timeZone, due(closed) ?? from)).toBe('2026-03-21');
  expect(getOpeningSpans(closed, other, '2026-03-16')).toEqual([{ from: '09:00', to: '18:00' }]);
});

test('a center that never opens has no due moments, and each platform its target or the default', () => {
  const never = {
    ...usual,
    plans: [{ serviceCenter: own, validFrom: '2020-01-01', week: defaultWeek.map(() => []) }],
  };
  const from = new Date('2026-03-10T06:00:00Z');
  expect(addWorkingMinutes(never, { timeZone: 'Asia/Dhaka', center: own, from, minutes: 1 })).toBeUndefined();
  expect(workingHours.parse(usual)).toEqual(usual);
  expect([
    getTargetMinutes(usual, 'whatsapp'),
    getTargetMinutes(usual, 'website'),
    getTargetMinutes(usual, null),
  ]).toEqual([15, 60, 60]);
});

test('nobody’s waiting is counted for longer than 400 days', () => {
  const from = new Date('1986-05-04T06:00:00Z');
  const until = (date: string) =>
    countWorkingMinutes(usual, { timeZone: 'Asia/Dhaka', center: own, from, to: new Date(date) });
  expect(until('2026-11-26T10:00:00Z')).toBe(until('1987-06-09T10:00:00Z'));
  expect(until('1987-06-07T10:00:00Z')).toBeLessThan(until('1987-06-09T10:00:00Z'));
});
