import { expect, test } from 'vitest';
import { splitIntoTurns } from './sample-events.ts';

const run = async () => undefined;
const event = (of: string, minute: number) => ({ of, at: new Date(minute), kind: 'change' as const, run });

test('a turn has one event of a lead at most, and each lead’s keep their order', () => {
  const events = ['a', 'b', 'a', 'c', 'a', 'd', 'b', 'e'].map(event);
  const turns = splitIntoTurns(events, 3);
  expect(turns.map((turn) => turn.map(({ of, at }) => `${of}${at.getTime()}`))).toEqual([
    ['a0', 'b1', 'c3'],
    ['a2', 'd5', 'b6'],
    ['a4', 'e7'],
  ]);
});
