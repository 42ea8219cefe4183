import { expect, test } from 'vitest';
import { matchesTypedText, splitByMatches } from './found-by.ts';

test.each([
  ['jc-77', 'JC-77 0412', true],
  ['rahim 0412', 'JC-77 0412', true],
  ['dm ga 123456', 'ঢাকা মেট্রো-গ ১২-৩৪৫৬', true],
  ['12-3456', 'Dhaka Metro-Ga 12-3456', true],
  ['ga', 'Dhaka Metro-Ga 12-3456', false],
  ['rahim', null, false],
])('%s in %s: %s', (typed, text, is) => {
  expect(matchesTypedText(typed, text)).toBe(is);
});

test.each([
  ['rahim', 'Abdur Rahim', 'Abdur [Rahim]'],
  ['rahim 0412', 'Rahim, 01711-000412', '[Rahim], 01711-00[0412]'],
  ['711000412', 'Rahim, 01711-000412', 'Rahim, 01[711-000412]'],
  ['01711000', 'Rahim, +49 1711-000412', 'Rahim, +49 [1711-000]412'],
  ['obrien jose', 'José O’Brien', '[José] [O’Brien]'],
  ['strasse', 'Straße 7', '[Straße] 7'],
  ['৪১২', 'Rahim 0412', 'Rahim 0[412]'],
  ['a', 'Abdur Rahim', 'Abdur Rahim'],
  ['karim', '𝒦 Abdur Rahim', '𝒦 Abdur Rahim'],
  ['rahim', '𝒦 Abdur Rahim', '𝒦 Abdur [Rahim]'],
])('%s is marked in %s', (typed, text, marked) => {
  const parts = splitByMatches(typed, text);
  expect(parts.map((part) => (part.isMatch ? `[${part.text}]` : part.text)).join('')).toBe(marked);
});
