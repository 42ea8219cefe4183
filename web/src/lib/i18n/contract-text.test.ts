import { expect, test } from 'vitest';
import { endpoints } from '#contract/call/endpoints.ts';
import { fillPlaceholders, messages } from '#contract/call/messages.ts';
import { findContractMessage } from './contract-text.ts';

test.each(Object.entries(messages))('recognises %s', (key, text) => {
  expect(findContractMessage(text)?.key).toBe(key);
});

test('finds the values that were filled in', () => {
  expect(findContractMessage(fillPlaceholders(messages.tooLong, { max: 120 }))).toEqual({
    key: 'tooLong',
    values: { max: '120' },
  });
});

test('leaves other texts alone', () => {
  expect(findContractMessage('Something else entirely')).toBeUndefined();
});

const wrong = [
  ...[undefined, null, '', ' ', 'x', 'x'.repeat(9_000), 'a\u0000b', '2026-02-31', '25:99', '@', '0'],
  ...[0, -1, 1.5, 1e12, Number.NaN, true, false, [], [1], ['x'], Array(200).fill('x'), {}, { x: 1 }],
];

test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  'says in words of ours what is wrong with a call of %s (F34)',
  (_name, { params, query, body }) => {
    const said = new Set<string>();
    for (const schema of [params, query, body]) {
      const fields = schema && 'shape' in schema ? Object.keys(schema.shape as object) : [];
      const attempts = [...wrong, ...fields.flatMap((field) => wrong.map((value) => ({ [field]: value })))];
      for (const value of attempts) {
        for (const { message } of schema?.safeParse(value).error?.issues ?? []) said.add(message);
      }
    }
    expect([...said].filter((message) => !findContractMessage(message))).toEqual([]);
  },
);
