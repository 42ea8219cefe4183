import { expect, test } from 'vitest';
import { normaliseRecordName } from './cells.ts';

test('names count as one whatever their case and marks between words, but not if they have other numbers', () => {
  expect(normaliseRecordName(' Uttara-1 (North) ')).toBe(normaliseRecordName('uttara 1 north'));
  expect(normaliseRecordName('Uttara 1')).not.toBe(normaliseRecordName('Uttara 2'));
  expect(normaliseRecordName('০১')).not.toBe(normaliseRecordName('০২'));
  expect(normaliseRecordName('+')).not.toBe(normaliseRecordName('-'));
});
