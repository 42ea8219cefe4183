import { expect, test } from 'vitest';
import { isFillerText, isMissingValue } from './missing-value.ts';

test.each(['', ' ', '-', '---', '—', 'N/A', 'None', 'nan', 'NULL', '#REF!', '#DIV/0!', 'undefined'])(
  '%j says nothing (F123)',
  (text) => {
    expect(isMissingValue(text)).toBe(true);
  },
);

test.each(['Nana', '0', 'Noneed', '- call me', 'no'])('%j says something (F123)', (text) => {
  expect(isMissingValue(text)).toBe(false);
});

test.each([
  ...[
    'n / a',
    'N.A',
    'NA.',
    '– –',
    'None.',
    '…',
    '....',
    '(null)',
    '[empty]',
    '<NA>',
    '(blank)',
    '-none-',
    '(none)',
  ],
  ...['#N/A N/A', '#SPILL!', 'NaT', '[object Object]', '???', '"', '__', 'N\\A', 'প্রযোজ্য নয়'],
])('%j says nothing in any field (F123)', (text) => {
  expect([isMissingValue(text), isFillerText(text)]).toEqual([true, true]);
});

test.each([
  ...[
    'same as above',
    'Same as above.',
    'ditto',
    '-do-',
    'xxx',
    'XX',
    '***',
    '0000000',
    '####',
    'not available',
  ],
  ...['[Not provided]', 'unknown', 'no phone', 'TBD', 'নাই', 'দেওয়া হয়নি', 'উপরের মতো'],
])('%j is no number, address or day, but may be what somebody says (F120)', (text) => {
  expect([isMissingValue(text), isFillerText(text)]).toEqual([false, true]);
});

test.each(['Noman', 'Na Li', '(Rahim)', 'Rahim.', 'X', 'No', '0171', 'unknown noise'])(
  '%j is a value (F120)',
  (text) => {
    expect(isFillerText(text)).toBe(false);
  },
);
