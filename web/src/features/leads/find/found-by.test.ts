import { expect, test } from 'vitest';
import { matchesTyped } from './found-by.ts';

test.each([
  ['jc-77', 'JC-77 0412', true],
  ['rahim 0412', 'JC-77 0412', true],
  ['dm ga 123456', 'ঢাকা মেট্রো-গ ১২-৩৪৫৬', true],
  ['12-3456', 'Dhaka Metro-Ga 12-3456', true],
  ['ga', 'Dhaka Metro-Ga 12-3456', false],
  ['rahim', null, false],
])('%s in %s: %s', (typed, text, is) => {
  expect(matchesTyped(typed, text)).toBe(is);
});
