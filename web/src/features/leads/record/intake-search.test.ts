import { expect, test } from 'vitest';
import { toIntakeSearch } from './intake-search.ts';

test('the one that waits is opened, several are listed, and so is what failed', () => {
  expect(toIntakeSearch({ toPlace: 1, failed: 2, onlyToPlace: 'x' })).toEqual({
    state: 'toPlace',
    dialog: 'delivery:x',
  });
  expect(toIntakeSearch({ toPlace: 2, failed: 0, onlyToPlace: null })).toEqual({ state: 'toPlace' });
  expect(toIntakeSearch({ toPlace: 0, failed: 2, onlyToPlace: null })).toEqual({ state: 'failed' });
  expect(toIntakeSearch({ toPlace: 0, failed: 0, onlyToPlace: null })).toEqual({});
});
