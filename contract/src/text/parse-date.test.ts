import { expect, test } from 'vitest';
import { isYearless, parseDate } from './parse-date.ts';

const today = '2026-11-21';

test.each([
  ['21/11/2026', '2026-11-21'],
  ['1.2.27', '2027-02-01'],
  ['5-1', '2027-01-05'],
  ['22/11', '2026-11-22'],
  ['3 dec', '2026-12-03'],
  ['3 December 2026', '2026-12-03'],
  ['21 Nov 2026', '2026-11-21'],
  ['2026-11-30', '2026-11-30'],
  ['today', '2026-11-21'],
  ['tomorrow', '2026-11-22'],
  ['+10', '2026-12-01'],
  ['২২/১১/২০২৬', '2026-11-22'],
])('reads %s', (typed, date) => {
  expect(parseDate(typed, today)).toBe(date);
});

test.each(['31/02/2026', '32/1/2026', '2026-13-01', 'soon', '', '11', '1/1/1/1', '12 foo'])(
  'refuses %j',
  (typed) => {
    expect(parseDate(typed, today)).toBeUndefined();
  },
);

test.each([
  ['21/11', '2026-11-21'],
  ['22/11', '2025-11-22'],
  ['3 dec', '2025-12-03'],
  ['1 jan', '2026-01-01'],
  ['yesterday', '2026-11-20'],
])('looking back, %s is %s', (typed, date) => {
  expect(parseDate(typed, '2026-11-21', 'last')).toBe(date);
});

test.each([
  ['20/11', '2026-11-01', '2026-11-20'],
  ['5/1', '2026-12-20', '2027-01-05'],
  ['20/11', '2027-03-01', '2027-11-20'],
])('from the day it follows, %s after %s is %s (F60)', (typed, from, date) => {
  expect(parseDate(typed, '2026-11-24', 'next', from)).toBe(date);
});

test.each([
  ['20/11', true],
  ['২০/১১', true],
  ['3 dec', true],
  ['20/11/26', false],
  ['tomorrow', false],
  ['2026-11-20', false],
])('knows whether %s lacks its year (F60)', (typed, lacks) => {
  expect(isYearless(typed)).toBe(lacks);
});

test.each([
  ['sat', '2026-11-28'],
  ['Saturday', '2026-11-28'],
  ['শনিবার', '2026-11-28'],
  ['next sat', '2026-11-28'],
  ['last sat', '2026-11-21'],
  ['রবি', '2026-11-22'],
  ['wed.', '2026-11-25'],
  ['আগামীকাল', '2026-11-22'],
  ['গতকাল', '2026-11-20'],
  ['kal', '2026-11-22'],
  ['day after tomorrow', '2026-11-23'],
  ['৫ ডিসেম্বর', '2026-12-05'],
  ['dec 5th', '2026-12-05'],
  ['December 5, 2026', '2026-12-05'],
  ['Sat 28/11', '2026-11-28'],
])('on a Saturday, %s is %s (F136)', (typed, date) => {
  expect(parseDate(typed, today)).toBe(date);
});

test.each([
  ['sat', '2026-11-21'],
  ['fri', '2026-11-20'],
  ['রবিবার', '2026-11-15'],
  ['next sun', '2026-11-22'],
  ['কাল', '2026-11-20'],
  ['tomorrow', '2026-11-22'],
])('looking back from a Saturday, %s is %s (F136)', (typed, date) => {
  expect(parseDate(typed, today, 'last')).toBe(date);
});

test.each([
  ['sat', '2026-12-24', '2026-12-26'],
  ['sat', '2026-12-26', '2026-12-26'],
  ['sat', '2026-10-01', '2026-11-28'],
  ['tomorrow', '2026-12-24', '2026-11-22'],
])('from the day it follows, %s after %s is %s (F136)', (typed, from, date) => {
  expect(parseDate(typed, today, 'next', from)).toBe(date);
});

test.each(['45000', '5 dec 4pm', '3:30', '330', 'satur', 'sat or sun'])(
  'takes %s for no day (F136)',
  (typed) => {
    expect(parseDate(typed, today)).toBeUndefined();
  },
);
