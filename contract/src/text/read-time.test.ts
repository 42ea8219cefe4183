import { expect, test } from 'vitest';
import { readDayWord } from './day-words.ts';
import { readTimeOfDay } from './read-time.ts';

test.each([
  ['16:30', '16:30'],
  ['4:30 pm', '16:30'],
  ['4pm', '16:00'],
  ['4 P.M.', '16:00'],
  ['12 am', '00:00'],
  ['330p', '15:30'],
  ['1530', '15:30'],
  ['930', '09:30'],
  ['15.30', '15:30'],
  ['3.30pm', '15:30'],
  ['15h30', '15:30'],
  ['৩:৩০', '03:30'],
  ['৩.৩০ pm', '15:30'],
  ['٣:٣٠', '03:30'],
  ['১৫:৩০', '15:30'],
  ['বিকাল ৪টা', '16:00'],
  ['সকাল ১০:৩০', '10:30'],
  ['রাত ৮ টায়', '20:00'],
  ['bikal 4 ta', '16:00'],
  ['10 in the morning', '10:00'],
  ["4 o'clock pm", '16:00'],
  ['10:05:00', '10:05'],
  ['noon', '12:00'],
  ['9', '09:00'],
])('%s is %s (F121)', (text, time) => {
  expect(readTimeOfDay(text)).toBe(time);
});

test.each(['', '৪টা', '25:00', '16:60', '13 am', '16:3', '10:30 or later', '12345', 'soon', '4:30:99'])(
  '%j is no time (F121)',
  (text) => {
    expect(readTimeOfDay(text)).toBeUndefined();
  },
);

test.each([
  ['today', '2026-03-10'],
  ['Tomorrow', '2026-03-11'],
  ['আগামীকাল', '2026-03-11'],
  ['পরশু', '2026-03-12'],
  ['sat', '2026-03-14'],
  ['next Saturday', '2026-03-14'],
  ['শনিবার', '2026-03-14'],
  ['শনি', '2026-03-14'],
  ['আগামী শনিবারে', '2026-03-14'],
  ['shonibar', '2026-03-14'],
  ['tue', '2026-03-17'],
  ['someday', undefined],
  ['saturday or sunday', undefined],
  ['', undefined],
])('on a Tuesday %j is %s (F121)', (text, day) => {
  expect(readDayWord(text, '2026-03-10')).toBe(day);
});
