import { expect, test } from 'vitest';
import { parseSearch, stringifySearch, toOwnPath } from './search-params.ts';

const origin = 'https://dealer.example';

test.each([
  ['/main/leads?page=2#top', '/main/leads?page=2#top'],
  ['/', '/'],
])('keeps the own path %s', (path, kept) => {
  expect(toOwnPath(path, origin)).toBe(kept);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'main',
  '',
  7,
  undefined,
  '/\t/evil.example',
  '/..//evil.example',
])('refuses %j', (path) => {
  expect(toOwnPath(path, origin)).toBeUndefined();
});

test('a search text comes back as it was typed', () => {
  const search = { search: '01712 + "ক"', page: '3' };
  expect(parseSearch(stringifySearch(search))).toEqual(search);
});

test('leaves out what is empty', () => {
  expect(stringifySearch({ search: '', page: undefined })).toBe('');
});
