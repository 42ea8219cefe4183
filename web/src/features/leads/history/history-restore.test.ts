import { expect, test } from 'vitest';
import { version } from '#web/features/leads/record/lead.sample.ts';
import { planRestore } from './history-restore.ts';

const today = '2026-11-21';
const manager = { level: 'manager', today } as const;
const service = { level: 'service', today } as const;
const dataEntry = { level: 'dataEntry', today } as const;

test('an unchanged field is not offered', () => {
  expect(planRestore('name', version(), version({ version: 2 }), manager)).toEqual({ kind: 'same' });
});

test('a renamed service center is unchanged', () => {
  const old = version({ serviceCenter: { ...version().serviceCenter, name: 'Old North' } });
  expect(planRestore('serviceCenter', old, version({ version: 2 }), manager)).toEqual({ kind: 'same' });
});

test('a recorded field comes back by an edit of the current version', () => {
  const current = version({ version: 5, phone: '01812345678' });
  expect(planRestore('phone', version(), current, manager)).toEqual({
    kind: 'edit',
    body: { phone: '01712345678', version: 5 },
  });
});

test('who may not edit is told so', () => {
  const current = version({ version: 5, phone: '01812345678', isActive: false });
  const refused = { kind: 'refused', why: { reason: 'managementOnly' } };
  expect(planRestore('phone', version(), current, service)).toEqual(refused);
  expect(planRestore('isActive', version(), current, service)).toEqual(refused);
});

test('whoever may move a lead may restore its notes', () => {
  const current = version({ version: 2, notes: 'New' });
  const plan = { kind: 'move', body: { notes: 'Old', version: 2 } };
  expect(planRestore('notes', version({ notes: 'Old' }), current, service)).toEqual(plan);
  expect(planRestore('notes', version({ notes: 'Old' }), current, dataEntry)).toEqual(plan);
});

test('nothing returns to pending', () => {
  const current = version({ version: 2, status: 'booked', appointmentDate: '2026-11-25' });
  expect(planRestore('status', version(), current, manager)).toEqual({
    kind: 'refused',
    why: { reason: 'noMove', from: 'booked', to: 'pending' },
  });
});

test('a status brings along what it needs, if that still holds', () => {
  const lost = version({ version: 3, status: 'lostCustomer', followUpCount: 4, lostReason: 'Price' });
  const ahead = version({ version: 2, status: 'potential', nextFollowUpDates: ['2026-11-25'] });
  expect(planRestore('status', ahead, lost, service)).toEqual({
    kind: 'move',
    body: { status: 'potential', nextFollowUpDates: ['2026-11-25'], version: 3 },
  });
  const past = version({ version: 2, status: 'potential', nextFollowUpDates: ['2026-11-20'] });
  expect(planRestore('status', past, lost, service)).toEqual({
    kind: 'refused',
    why: { reason: 'dateOver' },
  });
});

test('a booked lead becomes potential again with its follow-up date', () => {
  const ahead = version({ version: 2, status: 'potential', nextFollowUpDates: ['2026-11-25'] });
  const booked = version({ ...ahead, version: 3, status: 'booked', appointmentDate: '2026-11-24' });
  expect(planRestore('status', ahead, booked, service)).toEqual({
    kind: 'move',
    body: { status: 'potential', nextFollowUpDates: ['2026-11-25', '2026-11-25'], version: 3 },
  });
});

test('an undone follow-up is restored with its next date', () => {
  const made = version({
    version: 3,
    status: 'potential',
    followUpCount: 1,
    nextFollowUpDates: ['2026-11-20', '2026-11-25'],
  });
  const backAgain = version({ ...made, version: 6, followUpCount: 0, nextFollowUpDates: ['2026-11-23'] });
  expect(planRestore('followUpCount', made, backAgain, service)).toEqual({
    kind: 'move',
    body: { followUpCount: 1, nextFollowUpDates: ['2026-11-23', '2026-11-25'], version: 6 },
  });
});

test('a date that has passed, or that the status requires, is refused with the reason', () => {
  const past = version({ version: 2, status: 'booked', appointmentDate: '2026-11-20' });
  const booked = version({ version: 3, status: 'booked', appointmentDate: '2026-11-25' });
  expect(planRestore('appointmentDate', past, booked, service)).toMatchObject({
    why: { reason: 'dateOver' },
  });
  expect(planRestore('appointmentDate', version(), booked, service)).toMatchObject({
    why: { reason: 'neededWhileStatus', status: 'booked' },
  });
});

test('only management reopens a completed lead', () => {
  const completed = version({ version: 3, status: 'completed', appointmentDate: '2026-11-25' });
  const booked = version({ version: 2, status: 'booked', appointmentDate: '2026-11-25' });
  expect(planRestore('status', booked, completed, service)).toMatchObject({ why: { reason: 'rule' } });
  expect(planRestore('status', booked, completed, manager)).toMatchObject({ kind: 'move' });
});

test('a field that the present status cannot keep is refused, and one that would change the status', () => {
  const lost = version({ version: 3, status: 'lostCustomer', followUpCount: 4, lostReason: 'Price' });
  const dated = version({ version: 2, status: 'potential', nextFollowUpDates: ['2026-11-25'] });
  expect(planRestore('nextFollowUpDates', dated, lost, manager)).toMatchObject({
    why: { reason: 'notWhileStatus', status: 'lostCustomer' },
  });
  const reasoned = version({
    version: 4,
    status: 'potential',
    nextFollowUpDates: ['2026-11-25'],
    lostReason: 'Price',
  });
  expect(planRestore('followUpCount', lost, reasoned, manager)).toMatchObject({
    why: { reason: 'withStatus' },
  });
});
