import { expect, test } from 'vitest';
import { version } from '#web/features/leads/record/lead.sample.ts';
import { storyOf } from './history-story.ts';

const pending = version({ version: 1 });
const potential = version({
  version: 2,
  status: 'potential',
  nextFollowUpDates: ['2026-12-03'],
  changedFields: ['status', 'nextFollowUpDates', 'notes'],
});

test('the first version is the recording', () => {
  expect(storyOf(pending, undefined)).toEqual({ happening: { kind: 'recorded' }, also: [] });
});

test('a move tells its next date, and what else changed beside it', () => {
  expect(storyOf(potential, pending)).toEqual({
    happening: { kind: 'moved', from: 'pending', to: 'potential', date: '2026-12-03' },
    also: ['notes'],
  });
});

test('a move to lost tells the reason, not the removed dates', () => {
  const lost = version({
    version: 3,
    status: 'lostCustomer',
    followUpCount: 4,
    lostReason: 'Price',
    changedFields: ['status', 'followUpCount', 'nextFollowUpDates', 'lostReason'],
  });
  expect(storyOf(lost, potential)).toEqual({
    happening: { kind: 'moved', from: 'potential', to: 'lostCustomer', detail: 'Price' },
    also: [],
  });
});

test('a follow-up tells its number and the next date', () => {
  const again = version({
    version: 3,
    status: 'potential',
    followUpCount: 1,
    nextFollowUpDates: ['2026-12-03', '2026-12-03'],
    changedFields: ['followUpCount', 'nextFollowUpDates'],
  });
  expect(storyOf(again, potential).happening).toEqual({ kind: 'followedUp', count: 1, date: '2026-12-03' });
});

test.each([
  [{ isActive: false, changedFields: ['isActive'] }, 'archived'],
  [{ appointmentDate: '2026-12-05', changedFields: ['appointmentDate'] }, 'appointed'],
  [{ changedFields: ['appointmentDate', 'appointmentTime'] }, 'unappointed'],
  [{ changedFields: ['phone'] }, 'edited'],
] as const)('%j is told as %s', (change, kind) => {
  const { changedFields, ...fields } = change;
  const after = version({ version: 2, ...fields, changedFields: [...changedFields] });
  expect(storyOf(after, pending).happening.kind).toBe(kind);
});

test('a merge tells how many leads were joined, and each of them that it was', () => {
  const merged = version({
    ...{ version: 3, status: 'potential', nextFollowUpDates: ['2026-12-03'], joinedLeads: ['a', 'b'] },
    changedFields: ['email', 'joinedLeads'],
  });
  expect(storyOf(merged, potential)).toEqual({ happening: { kind: 'joined', count: 2 }, also: ['email'] });
  const undone = version({ version: 4, changedFields: ['email', 'joinedLeads'] });
  expect(storyOf(undone, merged)).toEqual({ happening: { kind: 'parted', count: 2 }, also: ['email'] });
  const changedFields = ['isActive', 'mergedInto'];
  const joined = version({ version: 3, isActive: false, mergedInto: 'a', changedFields });
  expect(storyOf(joined, potential)).toEqual({ happening: { kind: 'joinedInto' }, also: [] });
});
