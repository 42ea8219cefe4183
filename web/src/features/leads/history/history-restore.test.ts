import { expect, test } from 'vitest';
import { makeVersion } from '#web/features/leads/record/lead.sample.ts';
import { planRestore } from './history-restore.ts';

const today = '2026-11-21';
const manager = { level: 'manager', today } as const;
const service = { level: 'service', today } as const;
const dataEntry = { level: 'dataEntry', today } as const;

test('an unchanged field is not offered', () => {
  expect(planRestore('name', makeVersion(), makeVersion({ version: 2 }), manager)).toEqual({ kind: 'same' });
});

test('a renamed service center is unchanged', () => {
  const old = makeVersion({ serviceCenter: { ...makeVersion().serviceCenter, name: 'Old North' } });
  expect(planRestore('serviceCenter', old, makeVersion({ version: 2 }), manager)).toEqual({ kind: 'same' });
});

test('a recorded field comes back by an edit of the current version', () => {
  const current = makeVersion({ version: 5, phone: '01812345678' });
  expect(planRestore('phone', makeVersion(), current, manager)).toEqual({
    kind: 'edit',
    body: { phone: '01712345678', version: 5 },
  });
});

test('who may not edit is told so', () => {
  const current = makeVersion({ version: 5, phone: '01812345678', isActive: false });
  const refused = { kind: 'refused', why: { reason: 'managementOnly' } };
  expect(planRestore('phone', makeVersion(), current, service)).toEqual(refused);
  expect(planRestore('isActive', makeVersion(), current, service)).toEqual(refused);
});

test('whoever may move a lead may restore its notes', () => {
  const current = makeVersion({ version: 2, notes: 'New' });
  const plan = { kind: 'move', body: { notes: 'Old', version: 2 } };
  expect(planRestore('notes', makeVersion({ notes: 'Old' }), current, service)).toEqual(plan);
  expect(planRestore('notes', makeVersion({ notes: 'Old' }), current, dataEntry)).toEqual(plan);
});

test('nothing returns to pending', () => {
  const current = makeVersion({ version: 2, status: 'booked', appointmentDate: '2026-11-25' });
  expect(planRestore('status', makeVersion(), current, manager)).toEqual({
    kind: 'refused',
    why: { reason: 'noMove', from: 'booked', to: 'pending' },
  });
});

test('a status brings along what it needs, if that still holds', () => {
  const lost = makeVersion({ version: 3, status: 'lostCustomer', followUpCount: 4, lostReason: 'Price' });
  const ahead = makeVersion({ version: 2, status: 'potential', nextFollowUpDates: ['2026-11-25'] });
  expect(planRestore('status', ahead, lost, service)).toEqual({
    kind: 'move',
    body: { status: 'potential', nextFollowUpDates: ['2026-11-25'], version: 3 },
  });
  const past = makeVersion({ version: 2, status: 'potential', nextFollowUpDates: ['2026-11-20'] });
  expect(planRestore('status', past, lost, service)).toEqual({
    kind: 'refused',
    why: { reason: 'dateOver' },
  });
});

test('a booked lead becomes potential again with its follow-up date', () => {
  const ahead = makeVersion({ version: 2, status: 'potential', nextFollowUpDates: ['2026-11-25'] });
  const booked = makeVersion({ ...ahead, version: 3, status: 'booked', appointmentDate: '2026-11-24' });
  expect(planRestore('status', ahead, booked, service)).toEqual({
    kind: 'move',
    body: { status: 'potential', nextFollowUpDates: ['2026-11-25', '2026-11-25'], version: 3 },
  });
});

test('an undone follow-up is restored with its next date', () => {
  const made = makeVersion({
    version: 3,
    status: 'potential',
    followUpCount: 1,
    nextFollowUpDates: ['2026-11-20', '2026-11-25'],
  });
  const backAgain = makeVersion({ ...made, version: 6, followUpCount: 0, nextFollowUpDates: ['2026-11-23'] });
  expect(planRestore('followUpCount', made, backAgain, service)).toEqual({
    kind: 'move',
    body: { followUpCount: 1, nextFollowUpDates: ['2026-11-23', '2026-11-25'], version: 6 },
  });
});

test('a date that has passed, or that the status requires, is refused with the reason', () => {
  const past = makeVersion({ version: 2, status: 'booked', appointmentDate: '2026-11-20' });
  const booked = makeVersion({ version: 3, status: 'booked', appointmentDate: '2026-11-25' });
  expect(planRestore('appointmentDate', past, booked, service)).toMatchObject({
    why: { reason: 'dateOver' },
  });
  expect(planRestore('appointmentDate', makeVersion(), booked, service)).toMatchObject({
    why: { reason: 'neededWhileStatus', status: 'booked' },
  });
});

test('only management reopens a completed lead', () => {
  const completed = makeVersion({ version: 3, status: 'completed', appointmentDate: '2026-11-25' });
  const booked = makeVersion({ version: 2, status: 'booked', appointmentDate: '2026-11-25' });
  expect(planRestore('status', booked, completed, service)).toMatchObject({ why: { reason: 'rule' } });
  expect(planRestore('status', booked, completed, manager)).toMatchObject({ kind: 'move' });
});

test('a field that the present status cannot keep is refused, and one that would change the status', () => {
  const lost = makeVersion({ version: 3, status: 'lostCustomer', followUpCount: 4, lostReason: 'Price' });
  const dated = makeVersion({ version: 2, status: 'potential', nextFollowUpDates: ['2026-11-25'] });
  expect(planRestore('nextFollowUpDates', dated, lost, manager)).toMatchObject({
    why: { reason: 'notWhileStatus', status: 'lostCustomer' },
  });
  const reasoned = makeVersion({
    version: 4,
    status: 'potential',
    nextFollowUpDates: ['2026-11-25'],
    lostReason: 'Price',
  });
  expect(planRestore('followUpCount', lost, reasoned, manager)).toMatchObject({
    why: { reason: 'withStatus' },
  });
});
