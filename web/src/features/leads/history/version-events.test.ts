import { expect, test } from 'vitest';
import { makeVersion } from '#web/features/leads/record/lead.sample.ts';
import { describeVersion } from './version-events.ts';

const pending = makeVersion({ version: 1 });
const potential = makeVersion({
  version: 2,
  status: 'potential',
  nextFollowUpDates: ['2026-12-03'],
  changedFields: ['status', 'nextFollowUpDates', 'notes'],
});

test('the first version is the recording', () => {
  expect(describeVersion(pending, undefined)).toEqual({ happening: { kind: 'recorded' }, also: [] });
});

test('a move tells its next date, and what else changed beside it', () => {
  expect(describeVersion(potential, pending)).toEqual({
    happening: { kind: 'moved', from: 'pending', to: 'potential', date: '2026-12-03' },
    also: ['notes'],
  });
});

test('a move to lost tells the reason, not the removed dates', () => {
  const lost = makeVersion({
    version: 3,
    status: 'lostCustomer',
    followUpCount: 4,
    lostReason: 'Price',
    changedFields: ['status', 'followUpCount', 'nextFollowUpDates', 'lostReason'],
  });
  expect(describeVersion(lost, potential)).toEqual({
    happening: { kind: 'moved', from: 'potential', to: 'lostCustomer', detail: 'Price' },
    also: [],
  });
});

test('a follow-up tells its number and the next date', () => {
  const again = makeVersion({
    version: 3,
    status: 'potential',
    followUpCount: 1,
    nextFollowUpDates: ['2026-12-03', '2026-12-03'],
    changedFields: ['followUpCount', 'nextFollowUpDates'],
  });
  expect(describeVersion(again, potential).happening).toEqual({
    kind: 'followedUp',
    count: 1,
    date: '2026-12-03',
  });
});

test.each([
  [{ isActive: false, changedFields: ['isActive'] }, 'archived'],
  [{ appointmentDate: '2026-12-05', changedFields: ['appointmentDate'] }, 'appointed'],
  [{ changedFields: ['appointmentDate', 'appointmentTime'] }, 'unappointed'],
  [{ changedFields: ['phone'] }, 'edited'],
] as const)('%j is told as %s', (change, kind) => {
  const { changedFields, ...fields } = change;
  const after = makeVersion({ version: 2, ...fields, changedFields: [...changedFields] });
  expect(describeVersion(after, pending).happening.kind).toBe(kind);
});

test('a merge tells how many leads were joined, and each of them that it was', () => {
  const merged = makeVersion({
    ...{ version: 3, status: 'potential', nextFollowUpDates: ['2026-12-03'], joinedLeads: ['a', 'b'] },
    changedFields: ['email', 'joinedLeads'],
  });
  expect(describeVersion(merged, potential)).toEqual({
    happening: { kind: 'joined', count: 2 },
    also: ['email'],
  });
  const undone = makeVersion({ version: 4, changedFields: ['email', 'joinedLeads'] });
  expect(describeVersion(undone, merged)).toEqual({
    happening: { kind: 'parted', count: 2 },
    also: ['email'],
  });
  const changedFields = ['isActive', 'mergedInto'];
  const joined = makeVersion({ version: 3, isActive: false, mergedInto: 'a', changedFields });
  expect(describeVersion(joined, potential)).toEqual({ happening: { kind: 'joinedInto' }, also: [] });
});
