import { expect, test } from 'vitest';
import { isNothing } from './nothing.ts';

test.each(['', ' ', '-', '---', '—', 'N/A', 'None', 'nan', 'NULL', '#REF!', '#DIV/0!', 'undefined'])(
  '%j says nothing (F123)',
  (text) => {
    expect(isNothing(text)).toBe(true);
  },
);

test.each(['Nana', '0', 'Noneed', '- call me', 'no'])('%j says something (F123)', (text) => {
  expect(isNothing(text)).toBe(false);
});
