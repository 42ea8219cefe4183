import { describe, expect, test } from 'vitest';
import { defaultWeek } from '#contract/working-hours.ts';
import type { BookingRules } from './booking-rules.ts';
import {
  type BookedCounts,
  describeBookingDay,
  findNextPlace,
  findPlaceFault,
  isOpenForBookings,
  listPlaceTimes,
  noBookedCounts,
  type PlaceSettings,
} from './places.ts';

const center = '0190a000-0000-7000-8000-000000000001';
const [sunday, monday, friday, saturday] = ['2026-03-15', '2026-03-16', '2026-03-20', '2026-03-21'];

const rules: BookingRules = {
  week: Array.from({ length: 7 }, () => ({ perDay: 4, perHour: 2 })),
  ...{ daysAhead: null, noticeMinutes: null, closures: [] },
};

/** It is 15:00 on Saturday 14 March in Dhaka; the center is open from 9 to 18 except on Fridays. */
const settingsOf = (changes: Partial<BookingRules> | null = {}): PlaceSettings => ({
  center,
  hours: {
    ...{ usual: defaultWeek, plans: [] },
    holidays: [{ serviceCenter: null, day: '2026-03-26', name: 'Independence Day' }],
    targets: { default: 60, facebook: null, whatsapp: null, website: null },
  },
  rules: changes && { ...rules, ...changes },
  timeZone: 'Asia/Dhaka',
  now: new Date('2026-03-14T09:00:00.000Z'),
  offering: null,
});

const counts = (total: number, byHour: Record<number, number> = {}): BookedCounts => ({
  ...{ total, ofOffering: 0 },
  byHour: new Map(Object.entries(byHour).map(([hour, cars]) => [Number(hour), cars])),
});
const at = (date: string, time: string | null = null) => ({ date, time });
const none = { booked: null, capacity: null, offering: null, limit: null };
const full = (reason: string, booked: number, capacity: number) => ({ ...none, reason, booked, capacity });
const plain = (reason: string, limit: number | null = null) => ({ ...none, reason, limit });

describe('a place', () => {
  test('is booked at once while its day and hour have one left', () => {
    expect(findPlaceFault(settingsOf(), at(sunday, '10:30'), counts(3, { 10: 1, 11: 2 }))).toBeNull();
    expect(findPlaceFault(settingsOf(), at(sunday, '11:59'), counts(3, { 11: 2 }))).toEqual(
      full('hourFull', 2, 2),
    );
    expect(findPlaceFault(settingsOf(), at(sunday, '10:00'), counts(4))).toEqual(full('dayFull', 4, 4));
  });

  test('without a time counts for its day alone', () => {
    expect(findPlaceFault(settingsOf(), at(sunday), counts(3, { 9: 2, 10: 1 }))).toBeNull();
    expect(findPlaceFault(settingsOf(), at(sunday), counts(4))).toEqual(full('dayFull', 4, 4));
  });

  test('of an offering is one of those that a center takes of it on a day', () => {
    const settings = { ...settingsOf(), offering: { name: 'Oil Change', perDay: 1 } };
    expect(findPlaceFault(settings, at(sunday), { ...counts(2), ofOffering: 1 })).toEqual({
      ...full('offeringFull', 1, 1),
      offering: 'Oil Change',
    });
    expect(findPlaceFault(settings, at(sunday), counts(2))).toBeNull();
  });

  test('is asked about where the center is closed, by its hours, a holiday or the rules', () => {
    const closures = [
      { day: sunday, from: '12:00', to: '14:00', note: 'Lunch' },
      { day: monday, from: null, to: null, note: 'Stocktaking' },
    ];
    const closed = (date: string, time: string | null = null) =>
      findPlaceFault(settingsOf({ closures }), at(date, time), noBookedCounts);
    expect([closed(friday), closed('2026-03-26'), closed(monday)]).toEqual(
      Array.from({ length: 3 }, () => plain('closed')),
    );
    expect([closed(sunday, '08:59'), closed(sunday, '13:59'), closed(sunday, '18:00')]).toEqual(
      Array.from({ length: 3 }, () => plain('closed')),
    );
    expect([closed(sunday), closed(sunday, '14:00'), closed(sunday, '17:45')]).toEqual([null, null, null]);
  });

  test('needs the notice that the center wants, and is no further ahead than it books', () => {
    const settings = settingsOf({ noticeMinutes: 120, daysAhead: 2 });
    const fault = (date: string, time: string | null = null) =>
      findPlaceFault(settings, at(date, time), noBookedCounts);
    expect([fault('2026-03-14', '16:59'), fault('2026-03-14', '17:00')]).toEqual([
      plain('tooSoon', 120),
      null,
    ]);
    expect([fault('2026-03-14'), fault(monday), fault('2026-03-17')]).toEqual([
      null,
      null,
      plain('tooFar', 2),
    ]);
    expect(findPlaceFault(settingsOf({ noticeMinutes: 180 }), at('2026-03-14'), noBookedCounts)).toEqual(
      plain('tooSoon', 180),
    );
  });

  test('of a car that is there already is booked at once where no notice is wanted', () => {
    expect(findPlaceFault(settingsOf(), at('2026-03-14', '14:00'), noBookedCounts)).toBeNull();
  });

  test('of a center without rules is not asked about', () => {
    expect(findPlaceFault(settingsOf(null), at(friday, '03:00'), counts(900, { 3: 900 }))).toBeNull();
  });

  test('of a center without rules is asked about if the offering is full on its day, unless it is there already', () => {
    const settings = { ...settingsOf(null), offering: { name: 'Oil Change', perDay: 1 } };
    const booked = { ...counts(1), ofOffering: 1 };
    const former = { date: friday, time: '03:00', isOfOffering: true };
    expect(findPlaceFault(settings, at(friday, '03:00'), booked)).toEqual({
      ...full('offeringFull', 1, 1),
      offering: 'Oil Change',
    });
    expect(findPlaceFault(settings, at(friday, '03:00'), counts(1))).toBeNull();
    expect(findPlaceFault(settings, at(friday, '04:00'), booked, former)).toBeNull();
    expect(listPlaceTimes(settings, sunday, booked).some(({ isFree }) => isFree)).toBe(false);
    const countsOn = (date: string) => (date === sunday ? booked : noBookedCounts);
    expect(findNextPlace(settings, at(sunday), countsOn)).toEqual(at(monday, '09:00'));
  });
});

describe('a lead that has a place', () => {
  const former = { date: sunday, time: '10:00', isOfOffering: true };
  const settings = { ...settingsOf(), offering: { name: 'Oil Change', perDay: 1 } };
  const moved = (time: string | null, isOfOffering = true, date = sunday) =>
    findPlaceFault(
      settings,
      at(date, time),
      { ...counts(4, { 10: 2, 11: 2 }), ofOffering: 1 },
      {
        ...former,
        isOfOffering,
      },
    )?.reason;

  test('is asked about nothing in which it stays, however full that is', () => {
    expect([moved('10:30'), moved('12:00'), moved(null)]).toEqual([undefined, undefined, undefined]);
    expect([moved('11:00'), moved('10:00', false), moved('10:00', true, monday)]).toEqual([
      'hourFull',
      'offeringFull',
      'dayFull',
    ]);
  });

  test('may stay where nobody is booked any more', () => {
    const closures = [{ day: sunday, from: null, to: null, note: null }];
    const fault = (time: string) =>
      findPlaceFault(settingsOf({ closures }), at(sunday, time), noBookedCounts, former)?.reason;
    expect([fault('10:00'), fault('12:00')]).toEqual([undefined, 'closed']);
  });
});

describe('the places of a day', () => {
  test('are the half hours in which the center is open, with what is booked in the whole hour', () => {
    const places = listPlaceTimes(settingsOf(), sunday, counts(3, { 9: 2, 10: 1 }));
    expect(places).toHaveLength(18);
    expect(places.slice(0, 3)).toEqual([
      { time: '09:00', booked: 2, capacity: 2, isFree: false },
      { time: '09:30', booked: 2, capacity: 2, isFree: false },
      { time: '10:00', booked: 1, capacity: 2, isFree: true },
    ]);
    expect(listPlaceTimes(settingsOf(), friday, noBookedCounts)).toEqual([]);
  });

  test('are not free any more once their time has passed', () => {
    const free = (changes?: null) =>
      listPlaceTimes(settingsOf(changes), '2026-03-14', noBookedCounts).flatMap(({ time, isFree }) =>
        isFree ? [time] : [],
      );
    expect(free()).toEqual(['15:00', '15:30', '16:00', '16:30', '17:00', '17:30']);
    expect(free(null)).toEqual(free());
  });

  test('say what the center takes by its weekday, and when it is closed', () => {
    const week = rules.week.map((day, weekday) => (weekday === 0 ? { perDay: 12, perHour: null } : day));
    const closures = [{ day: sunday, from: null, to: null, note: 'Stocktaking' }];
    const day = describeBookingDay(settingsOf({ week, closures, noticeMinutes: 120 }), sunday, 13);
    expect(day).toEqual({
      ...{ date: sunday, holiday: null, spans: [{ from: '09:00', to: '18:00' }], hasRules: true },
      closures: [{ from: '00:00', to: '24:00', note: 'Stocktaking' }],
      ...{ perDay: 12, perHour: null, noticeMinutes: 120, daysAhead: null, booked: 13 },
    });
    expect(isOpenForBookings(day)).toBe(false);
    expect(describeBookingDay(settingsOf(null), '2026-03-26', 0)).toMatchObject({
      ...{ holiday: 'Independence Day', spans: [], hasRules: false, perDay: null },
    });
  });
});

describe('the next free place', () => {
  test('is the first one from the time on, past full hours, full days and closed ones', () => {
    const booked: Record<string, BookedCounts> = {
      '2026-03-19': counts(2, { 17: 2 }),
      [saturday]: counts(4),
      '2026-03-22': counts(2, { 9: 2 }),
    };
    const countsOn = (date: string) => booked[date] ?? noBookedCounts;
    expect(findNextPlace(settingsOf(), at('2026-03-19', '17:00'), countsOn)).toEqual(
      at('2026-03-22', '10:00'),
    );
    expect(findNextPlace(settingsOf(), at('2026-03-19'), countsOn)).toEqual(at('2026-03-19', '09:00'));
  });

  test('is within 60 days and as far ahead as the center books', () => {
    const isFullUntil = (last: string) => (date: string) => (date <= last ? counts(4) : noBookedCounts);
    const next = (last: string, changes?: Partial<BookingRules>) =>
      findNextPlace(settingsOf(changes), at(sunday), isFullUntil(last));
    expect(next('2026-05-12')).toEqual(at('2026-05-13', '09:00'));
    expect(next('2026-05-13')).toBeNull();
    expect(next('2026-03-16', { daysAhead: 2 })).toBeNull();
  });
});
