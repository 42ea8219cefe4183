import { expect, test } from 'vitest';
import { readDayWord } from './day-words.ts';
import { type DayOrder, dayInTimeZone, readDay, readDays } from './read-day.ts';
import { readTimeOfDay } from './read-time.ts';

test.each([
  ['2026-11-05', '2026-11-05'],
  ['2026/11/5', '2026-11-05'],
  ['20261105', '2026-11-05'],
  ['5/11/2026', '2026-11-05'],
  ['05-11-26', '2026-11-05'],
  ['5.11.2026', '2026-11-05'],
  ['05 - 11 - 2026', '2026-11-05'],
  ['11/25/2026', '2026-11-25'],
  ['০৫/১১/২০২৬', '2026-11-05'],
  ['৫ নভেম্বর ২০২৬', '2026-11-05'],
  ['৫ই নভেম্বর, ২০২৬', '2026-11-05'],
  ['শুক্রবার, ২ জানুয়ারি ২০২৬', '2026-01-02'],
  ['২৮ ফেব্রুয়ারী ২০২৬', '2026-02-28'],
  ['5 Nov 2026', '2026-11-05'],
  ['05-Nov-26', '2026-11-05'],
  ['5th of November 2026', '2026-11-05'],
  ['5th November, 2026', '2026-11-05'],
  ['Nov 5, 2026', '2026-11-05'],
  ['Thursday, November 5th, 2026', '2026-11-05'],
  ['Thu, 05 Nov 2026', '2026-11-05'],
  ['46331', '2026-11-05'],
  ['1/1/70', '1970-01-01'],
  ['', undefined],
  ['soon', undefined],
  ['31/6/2026', undefined],
  ['29 Feb 2026', undefined],
  ['13/13/2026', undefined],
  ['5/11', undefined],
  ['12345', undefined],
  ['01712345678', undefined],
  ['5/11/20267', undefined],
  ['5/11/2026 or later', undefined],
  ['2026-11-05 25:00', undefined],
  ['5 Foo 2026', undefined],
])('%s', (text, date) => {
  expect(readDay(text, 'day')?.date).toBe(date);
});

test.each<[string, DayOrder, string, string | null, string | null]>([
  ['3/4/2026 4:30 PM', 'month', '2026-03-04', '16:30', null],
  ['03/04/2026 16:30:59', 'day', '2026-04-03', '16:30', null],
  ['২০২৬-১১-০৫ ১৬:৩০', 'day', '2026-11-05', '16:30', null],
  ['Nov 5, 2026, 9:05 a.m.', 'day', '2026-11-05', '09:05', null],
  ['2026-11-05T16:30:15.123Z', 'day', '2026-11-05', '16:30', '2026-11-05T16:30:15.000Z'],
  ['2026-11-05 22:30:15.123+06', 'day', '2026-11-05', '22:30', '2026-11-05T16:30:15.000Z'],
  ['2026-11-05T22:30:00+0600', 'day', '2026-11-05', '22:30', '2026-11-05T16:30:00.000Z'],
  ['46331.6875', 'day', '2026-11-05', '16:30', null],
])('%s with the %s first', (text, order, date, time, instant) => {
  expect(readDay(text, order)).toMatchObject({ date, time, instant: instant && new Date(instant) });
});

test.each([
  ['13/04/2026', 'day'],
  ['১৩/০৪/২০২৬', 'day'],
  ['04-13-26 10:00', 'month'],
  ['10:00, 04/13/2026', 'month'],
  ['2/30/2026', undefined],
  ['30/2/2026', undefined],
  ['29/02/2028', 'day'],
  ['03/04/2026', null],
  ['04/04/2026', null],
  ['2026-04-13', null],
  ['13 April 2026', null],
  ['April 13, 2026', null],
  ['46331', null],
])('the order that %s allows alone is %s (F118)', (text, order) => {
  for (const asked of ['day', 'month'] as const) expect(readDay(text, asked)?.order).toBe(order);
});

test('several days of one cell', () => {
  const dates = (text: string) => readDays(text, 'day')?.map(({ date }) => date);
  expect(dates('2026-11-05 2026-11-07')).toEqual(['2026-11-05', '2026-11-07']);
  expect(dates('5 Nov 2026; 7 Nov 2026')).toEqual(['2026-11-05', '2026-11-07']);
  expect(dates('Nov 5, 2026')).toEqual(['2026-11-05']);
  expect(dates('5/11/2026, soon')).toBeUndefined();
  expect(dates('')).toBeUndefined();
});

test.each([
  ['30 November 2026', '2026-11-30', null, null],
  ['2026/11/30 3:30:00 PM GMT+6', '2026-11-30', '15:30', '2026-11-30T09:30:00.000Z'],
  [
    'Mon Nov 30 2026 15:30:00 GMT+0600 (Bangladesh Standard Time)',
    '2026-11-30',
    '15:30',
    '2026-11-30T09:30:00.000Z',
  ],
  ['30.11.2026 15.30', '2026-11-30', '15:30', null],
  ['3:30 pm, 30 Nov 2026', '2026-11-30', '15:30', null],
  ['2026-Nov-30', '2026-11-30', null, null],
  ['٣٠/١١/٢٠٢٦', '2026-11-30', null, null],
  ['३०-११-२०२६', '2026-11-30', null, null],
  ['৩০ নভেম্বর ২০২৬, বিকাল ৪টা', '2026-11-30', '16:00', null],
  ['Mon, 30 Nov 2026 10:00:00 +0600', '2026-11-30', '10:00', '2026-11-30T04:00:00.000Z'],
  ['30 Nov 2026 10:00 EST', '2026-11-30', '10:00', '2026-11-30T15:00:00.000Z'],
  ['2026-11-30 10:00 Asia/Dhaka', '2026-11-30', '10:00', '2026-11-30T04:00:00.000Z'],
  ['2026-11-30T10:00:00+06:00[Asia/Dhaka]', '2026-11-30', '10:00', '2026-11-30T04:00:00.000Z'],
  ['Mon Nov 30 10:00:00 UTC 2026', '2026-11-30', '10:00', '2026-11-30T10:00:00.000Z'],
  ['Mon Nov 30 10:00:00 2026', '2026-11-30', '10:00', null],
  ['1796027400', '2026-11-30', '08:30', '2026-11-30T08:30:00.000Z'],
  ['1796027400000', '2026-11-30', '08:30', '2026-11-30T08:30:00.000Z'],
  ['30–11–2026', '2026-11-30', null, null],
  ["30 Nov '26", '2026-11-30', null, null],
  ['30-11-2026 (Monday)', '2026-11-30', null, null],
  ['30/11/2026 Mon, 10 am', '2026-11-30', '10:00', null],
])('%s is read with its time and zone (F121)', (text, date, time, instant) => {
  expect(readDay(text, 'day')).toMatchObject({ date, time, instant: instant && new Date(instant) });
});

test.each([
  ['2026-11-29T18:00:00.000Z', 'Asia/Dhaka', '2026-11-30', null],
  ['2026-11-29T22:30:00Z', 'Asia/Dhaka', '2026-11-30', '04:30'],
  ['2026-11-30T00:00:00Z', 'Asia/Dhaka', '2026-11-30', null],
  ['2026-11-30 23:30 UTC+06:00', 'Europe/London', '2026-11-30', '17:30'],
  ['2026-11-30 01:30:00 -0800', 'Asia/Dhaka', '2026-11-30', '15:30'],
  ['30/11/2026 15:30', 'Asia/Dhaka', '2026-11-30', '15:30'],
  ['2026-11-30T23:30-08:00', 'Asia/Dhaka', '2026-12-01', '13:30'],
  ['1795975200', 'Asia/Dhaka', '2026-11-30', null],
])('%s is, for a dealer in %s, %s at %s (F121)', (text, zone, date, time) => {
  const day = readDay(text, 'day');
  expect(day && dayInTimeZone(day, zone)).toEqual({ date, time });
});

test.each(['2026-11-30 10:00 Foo/Bar', '[30-11-2026]', '8801712345678', '0999999999'])(
  '%s is no day (F121)',
  (text) => {
    expect(readDay(text, 'day')).toBeUndefined();
  },
);

test('what is longer than a day is none, and is passed over (F121)', () => {
  for (const piece of [' ', '1', '1 ', '1/', '/', ':', '\n', 'a', 'a ', '1 jan ', '(', '1:30 ', '+', 'শ'])
    for (const read of [
      (text: string) => readDay(text, 'day'),
      (text: string) => readDays(text, 'month'),
      (text: string) => readTimeOfDay(text),
      (text: string) => readDayWord(text, '2026-03-10'),
    ]) {
      const text = piece.repeat(10_000);
      expect(read(text)).toBeUndefined();
      expect(read(`5${text}x`)).toBeUndefined();
    }
});
