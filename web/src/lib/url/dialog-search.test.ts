import { expect, test } from 'vitest';
import { dialogSearch, formatDialogs, parseDialogs } from './dialog-search.ts';
import { parseSearch, stringifySearch } from './search-params.ts';

test.each([
  ['customer.edit:0199b0de-0000-7000-8000-000000000000', 1],
  ['serviceCenter.new', 1],
  [
    'lead.move:0199b0de-0000-7000-8000-000000000000.booked,lead.correct:0199b0de-0000-7000-8000-000000000000',
    2,
  ],
])('the dialogs of %s are read, written and legible in an address', (dialog, count) => {
  const open = parseDialogs(dialogSearch.parse(dialog));
  expect(open).toHaveLength(count);
  expect(formatDialogs(open)).toBe(dialog);
  expect(stringifySearch({ dialog })).toBe(`?dialog=${dialog}`);
  expect(parseSearch(stringifySearch({ dialog }))).toEqual({ dialog });
});

test.each(['', ',', 'customer.edit:', 'a:b:c', 'customer edit:1', '<b>', 7])(
  '%j opens no dialog',
  (dialog) => {
    expect(parseDialogs(dialogSearch.parse(dialog))).toEqual([]);
  },
);

test('no open dialog leaves nothing in the address', () => {
  expect(formatDialogs([])).toBeUndefined();
});
