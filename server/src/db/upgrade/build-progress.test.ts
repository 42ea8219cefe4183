import { expect, test } from 'vitest';
import { type Progress, progressLine } from './build-progress.ts';

const none: Progress = {
  phase: null,
  blocks_done: 0,
  blocks_total: 0,
  tuples_done: 0,
  tuples_total: 0,
  holder: null,
};

test.each<[Partial<Progress>, string | undefined]>([
  [{}, undefined],
  [{ phase: 'initializing' }, undefined],
  [{ phase: 'waiting for writers before build', blocks_total: 9 }, 'waiting for older transactions to end'],
  [
    { phase: 'waiting for old snapshots', holder: 4711 },
    'waiting for the transaction of process 4711 of the database to end',
  ],
  [{ phase: 'building index: scanning table' }, 'reading the table'],
  [
    { phase: 'building index: scanning table', blocks_done: 437, blocks_total: 1_000, tuples_total: 5 },
    'reading the table, 43 %',
  ],
  [
    {
      phase: 'building index: loading tuples in tree',
      blocks_done: 9,
      blocks_total: 9,
      tuples_done: 1,
      tuples_total: 4,
    },
    'writing the index, 25 %',
  ],
  [{ phase: 'building index', blocks_done: 1, blocks_total: 2 }, 'building, 50 %'],
  [
    { phase: 'index validation: scanning table', blocks_done: 2, blocks_total: 2 },
    'checking the table, 100 %',
  ],
])('%o', (progress, line) => {
  expect(progressLine({ ...none, ...progress })).toBe(line && `    ${line}`);
});
