import { expect, test } from 'vitest';
import { fill, messages } from '#contract/messages.ts';
import { contractMessage } from './contract-text.ts';

test.each(Object.entries(messages))('recognises %s', (key, text) => {
  expect(contractMessage(text)?.key).toBe(key);
});

test('finds the values that were filled in', () => {
  expect(contractMessage(fill(messages.tooLong, { max: 120 }))).toEqual({
    key: 'tooLong',
    values: { max: '120' },
  });
});

test('leaves other texts alone', () => {
  expect(contractMessage('Something else entirely')).toBeUndefined();
});
