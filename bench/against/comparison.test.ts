import { expect, test } from 'vitest';
import { findCall, writeComparison } from './comparison.ts';

test('a call that came later is compared with the one that did the same before', () => {
  const call = { name: 'whom to call first', formerly: 'queue of all' };
  expect(findCall(['edit', 'queue of all'], call)).toBe('queue of all');
  expect(findCall(['queue of all', 'whom to call first'], call)).toBe('whom to call first');
  expect(findCall(['edit'], call)).toBeUndefined();
});

test('the medians of a call and their ratio stand in a row, and what became dearer is marked', () => {
  const samples = (...cpuMs: number[]) =>
    cpuMs.map((one) => ({ cpuMs: one, usersP99Ms: one * 10, refused: one === 9 ? 400 : 0 }));
  const table = writeComparison('94ec9091', [
    { name: 'create', older: samples(1.3, 9, 1.4), own: samples(2.8, 0.1, 2.9) },
    { name: 'edit', older: samples(2), own: samples(2.2) },
    { name: 'find', older: [], own: samples(3) },
  ]);
  expect(table.split('\n')).toEqual([
    '| call | CPU ms, 94ec9091 | CPU ms now | ratio |  | p99 ms of 50 users, 94ec9091 | now | refused then, now |',
    '| --- | --: | --: | --: | --- | --: | --: | --: |',
    '| create | 1.40 | 2.80 | 2.00 | above | 14.0 | 28.0 | 400, 0 |',
    '| edit | 2.00 | 2.20 | 1.10 |  | 20.0 | 22.0 |  |',
    '| find |  | 3.00 |  |  |  | 30.0 |  |',
  ]);
});
