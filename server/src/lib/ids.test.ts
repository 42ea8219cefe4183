import { expect, test } from 'vitest';
import { newId } from './ids.ts';

test('ids of one moment sort as they were made, whatever moments come between', () => {
  const [noon, later] = [new Date('2026-03-15T06:00:00Z'), new Date('2026-03-15T06:00:01Z')];
  const ids = Array.from({ length: 50 }, () => [newId(noon), newId(later)]);
  const [ofNoon, ofLater] = [0, 1].map((at) => ids.map((pair) => pair[at] ?? ''));
  expect(ofNoon?.toSorted()).toEqual(ofNoon);
  expect(ofLater?.toSorted()).toEqual(ofLater);
  expect(new Set(ids.flat()).size).toBe(100);
});
