import { expect, test } from 'vitest';
import { makeBooking, makeBookingDay } from './booking.sample.ts';
import { findFreeTime, findMomentRow, getEndTime, hasPassed, isSameRow, layOutDay } from './day-layout.ts';

const before = { date: '2026-11-28', time: '10:00' };

const at = (_id: string, time: string | null, minutes: number | null = null) =>
  makeBooking({ _id, time, minutes });

test('rows are the open half hours, and go as far as something is booked', () => {
  const times = (...bookings: Parameters<typeof layOutDay>[1]) =>
    layOutDay(makeBookingDay(), bookings, before).rows.map(({ time }) => time);
  expect(times()).toEqual(['09:00', '09:30', '10:00', '10:30', '11:00', '11:30']);
  expect(times(at('a', '08:45'), at('b', '11:30', 90))).toEqual([
    ...['08:30', '09:00', '09:30', '10:00', '10:30', '11:00', '11:30'],
    ...['12:00', '12:30'],
  ]);
  const night = layOutDay(makeBookingDay({ spans: [{ from: '22:15', to: '24:00' }] }), [], before);
  expect(night.rows.map(({ time }) => time)).toEqual(['22:15', '22:30', '23:00', '23:30']);
  expect(layOutDay(makeBookingDay({ spans: [] }), [], before).rows).toEqual([]);
});

test('what overlaps stands side by side, as long as it takes, and a lane is used again', () => {
  const bookings = [at('short', '09:00'), at('long', '09:00', 120), at('next', '09:40', 30), at('any', null)];
  const { rows, lanes, untimed } = layOutDay(makeBookingDay(), bookings, before);
  const placed = rows.map((row) => row.placed.map(({ booking, lane, rows }) => [booking._id, lane, rows]));
  expect(placed).toEqual([
    [
      ['long', 0, 4],
      ['short', 1, 1],
    ],
    [['next', 1, 2]],
    [],
    [],
    [],
    [],
  ]);
  expect([lanes, untimed.map(({ _id }) => _id)]).toEqual([2, ['any']]);
});

test('an hour is free, full or over-full by the clock, a full day is full in each hour', () => {
  const states = (over: Parameters<typeof makeBookingDay>[0], now = before) =>
    layOutDay(makeBookingDay(over), [at('a', '09:00'), at('b', '09:30'), at('c', '10:30')], now).rows.map(
      ({ state }) => state,
    );
  expect(states({ booked: 3 })).toEqual(Array(6).fill('free'));
  expect(states({ booked: 3, perHour: 1 })).toEqual(['over', 'over', 'full', 'full', 'free', 'free']);
  expect(states({ booked: 3, perDay: 3 })).toEqual(Array(6).fill('full'));
  const closures = [{ from: '11:00', to: '24:00', note: 'Audit' }];
  expect(states({ booked: 3, closures }, { date: '2026-11-29', time: '09:31' })).toEqual([
    ...['past', 'free', 'free', 'free', 'closed', 'closed'],
  ]);
});

test('a place is not free with less notice than the center wants, nor further ahead than it books', () => {
  const layOut = (over: Parameters<typeof makeBookingDay>[0], date: string, time = '10:00') =>
    layOutDay(makeBookingDay(over), [], { date, time });
  const today = layOut({ noticeMinutes: 60 }, '2026-11-29', '09:40');
  expect(today.rows.map(({ state }) => state)).toEqual([...['past', 'soon', 'soon', 'soon', 'free', 'free']]);
  expect([findFreeTime(today), today.untimedState]).toEqual(['11:00', 'free']);
  expect(layOut({ noticeMinutes: 60 }, '2026-11-29', '11:01').untimedState).toBe('soon');
  expect(findFreeTime(layOut({ noticeMinutes: 1410 }, '2026-11-28'))).toBe('09:30');
  const states = (daysAhead: number, date: string) => {
    const { rows, untimedState } = layOut({ daysAhead }, date);
    return new Set([...rows.map(({ state }) => state), untimedState]);
  };
  expect([states(3, '2026-11-25'), states(4, '2026-11-25')]).toEqual([new Set(['far']), new Set(['free'])]);
});

test('closed hours between two open spans say why, and each hour counts its cars once', () => {
  const spans = [
    { from: '09:00', to: '10:00' },
    { from: '11:00', to: '12:00' },
  ];
  const closures = [{ from: '11:30', to: '12:00', note: 'Audit' }];
  const { rows } = layOutDay(makeBookingDay({ spans, closures, perHour: 4 }), [at('a', '09:30')], before);
  expect(rows.map(({ state, note }) => [state, note])).toEqual([
    ['free', null],
    ['free', null],
    ['closed', null],
    ['closed', null],
    ['free', null],
    ['closed', 'Audit'],
  ]);
  expect(rows.map(({ hour }) => hour?.booked)).toEqual([1, undefined, 0, undefined, 0, undefined]);
});

test('who did not come leaves the place to others', () => {
  const away = makeBooking({ time: '09:00', outcome: 'didNotCome' });
  const [first] = layOutDay(makeBookingDay({ perHour: 1 }), [away], before).rows;
  expect([first?.state, first?.placed.length, first?.hour?.booked]).toEqual(['free', 1, 0]);
});

test('the present time lies within its row, on its own day alone', () => {
  const layout = layOutDay(makeBookingDay(), [], before);
  expect(findMomentRow(layout, '2026-11-29', { date: '2026-11-29', time: '09:45' })).toEqual({
    ...{ row: 1, share: 0.5 },
  });
  expect(findMomentRow(layout, '2026-11-29', { date: '2026-11-29', time: '12:00' })).toBeUndefined();
  expect(findMomentRow(layout, '2026-11-29', before)).toBeUndefined();
});

test('the first free place is offered, and a booking knows its end', () => {
  const full = [at('a', '09:00'), at('b', '10:00')];
  expect(findFreeTime(layOutDay(makeBookingDay({ perHour: 1 }), full, before))).toBe('11:00');
  expect(findFreeTime(layOutDay(makeBookingDay({ spans: [] }), [], before))).toBeUndefined();
  expect(getEndTime(at('a', '09:00', 150))).toBe('11:30');
  expect([getEndTime(at('a', null, 150)), getEndTime(at('a', '23:00', 90))]).toEqual([undefined, undefined]);
});

test('a booking stays in its row, also when its time is not on the half hour', () => {
  const [date, next] = ['2026-11-29', '2026-11-30'];
  const own = { date, time: '09:40' };
  const isOwn = (time: string | null, day = date) => isSameRow(own, { date: day, time });
  expect([isOwn('09:30'), isOwn('09:40'), isOwn('09:59')]).toEqual([true, true, true]);
  expect([isOwn('09:00'), isOwn('10:00'), isOwn(null), isOwn('09:40', next)]).toEqual(Array(4).fill(false));
  expect(isSameRow({ date, time: null }, { date, time: null })).toBe(true);
});

test('a place has passed once its half hour has', () => {
  const now = { date: '2026-11-29', time: '09:45' };
  const passed = (time: string | null, date = now.date) => hasPassed({ date, time }, now);
  expect([passed('09:00'), passed('09:15'), passed(null, '2026-11-28')]).toEqual([true, true, true]);
  expect([passed('09:30'), passed(null), passed('09:00', '2026-11-30')]).toEqual([false, false, false]);
});
