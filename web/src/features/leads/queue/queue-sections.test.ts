import { expect, test } from 'vitest';
import type { CallGroup } from '#contract/leads/call-order.ts';
import type { QueuedLead } from './queue.queries.ts';
import { cutIntoSections } from './queue-sections.ts';

const queued = (_id: string, group: CallGroup, isLongest = false) =>
  ({ _id, group, isLongest }) as QueuedLead;

test('who has been in the queue longest stands apart, and the group goes on behind', () => {
  const rows = [
    queued('a', 'targetRunning'),
    queued('b', 'dueToday'),
    queued('c', 'older', true),
    queued('d', 'dueToday'),
    queued('e', 'overdue'),
    queued('f', 'overdue', true),
  ];
  const seen = cutIntoSections(rows).map(({ group, blocks }) => [
    group,
    ...blocks.map(({ leads, isLongest }) => (isLongest ? '!' : '') + leads.map(({ _id }) => _id).join('')),
  ]);
  expect(seen).toEqual([
    ['targetRunning', 'a'],
    ['dueToday', 'b', '!c', 'd'],
    ['overdue', 'e', '!f'],
  ]);
});
