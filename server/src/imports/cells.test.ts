import { expect, test } from 'vitest';
import { nameKey } from './cells.ts';

test('names count as one whatever their case and marks between words, but not if they have other numbers', () => {
  expect(nameKey(' Uttara-1 (North) ')).toBe(nameKey('uttara 1 north'));
  expect(nameKey('Uttara 1')).not.toBe(nameKey('Uttara 2'));
  expect(nameKey('০১')).not.toBe(nameKey('০২'));
  expect(nameKey('+')).not.toBe(nameKey('-'));
});
