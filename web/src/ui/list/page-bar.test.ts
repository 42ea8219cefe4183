import { expect, test } from 'vitest';
import { listPageNumbers } from './page-bar.tsx';

test.each([
  [1, 1, [1]],
  [3, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 240, [1, 2, 3, 4, 5, -1, 240]],
  [4, 240, [1, 2, 3, 4, 5, -1, 240]],
  [5, 240, [1, -1, 4, 5, 6, -2, 240]],
  [237, 240, [1, -1, 236, 237, 238, 239, 240]],
  [240, 240, [1, -1, 236, 237, 238, 239, 240]],
])('page %i of %i', (page, totalPages, expected) => {
  expect(listPageNumbers(page, totalPages)).toEqual(expected);
});

test('every page is reached by going from one to the next', () => {
  for (let page = 1; page < 30; page += 1) expect(listPageNumbers(page, 30)).toContain(page + 1);
});
