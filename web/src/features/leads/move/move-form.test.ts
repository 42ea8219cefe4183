import { expect, test } from 'vitest';
import type { Lead } from '#contract/leads/leads.ts';
import { makeVersion } from '#web/features/leads/record/lead.sample.ts';
import {
  compareMoves,
  countTickedWhenNotLost,
  getFollowUpSlotDates,
  getPassedAppointment,
  judgeMove,
  tickFollowUp,
  toMoveFormValues,
  untickFollowUp,
} from './move-form.ts';

const context = { today: '2026-11-21', farthest: '2028-11-20', isManagement: false };

const lead: Lead = makeVersion({ status: 'potential', nextFollowUpDates: ['2026-11-25'] });
const values = toMoveFormValues(lead, context.today);

test('the newest date belongs to the next follow-up', () => {
  expect(getFollowUpSlotDates(lead, 0, '')).toEqual(['2026-11-25', undefined, undefined]);
  expect(getFollowUpSlotDates(lead, 1, '2026-11-30')).toEqual(['2026-11-25', '2026-11-30', undefined]);
  const moved = { followUpCount: 1, nextFollowUpDates: ['2026-11-22', '2026-11-25', '2026-11-28'] };
  expect(getFollowUpSlotDates(moved, 1, '')).toEqual(['2026-11-25', '2026-11-28', undefined]);
});

test('only what differs from the lead, and belongs to the status in view, is sent', () => {
  expect(judgeMove(values, lead, context)).toEqual({ change: {}, errors: {} });
  const booked = { ...values, status: 'booked' as const, appointmentDate: '2026-11-22', jobId: 'J1' };
  expect(judgeMove(booked, lead, context)).toEqual({
    change: { status: 'booked', appointmentDate: '2026-11-22' },
    errors: {},
  });
});

test('another center is part of a booking, and merges with a time that someone else set', () => {
  const booked: Lead = { ...lead, status: 'booked', appointmentDate: '2026-11-22' };
  const south = { ...booked.serviceCenter, _id: 'south' };
  const moved = { ...toMoveFormValues(booked, context.today), serviceCenter: south._id };
  const verdict = judgeMove(moved, booked, context);
  expect(verdict).toEqual({ change: { serviceCenter: 'south' }, errors: {} });
  expect(judgeMove({ ...moved, status: 'completed' }, booked, context).change).toEqual({
    status: 'completed',
  });
  const later: Lead = { ...booked, version: 2, appointmentTime: '10:00' };
  expect(compareMoves(booked, later, verdict)).toEqual({
    conflictingFields: [],
    mergedFields: ['appointmentTime'],
  });
  const elsewhere: Lead = { ...booked, version: 2, serviceCenter: { ...south, _id: 'east' } };
  expect(compareMoves(booked, elsewhere, verdict).conflictingFields).toEqual(['serviceCenter']);
});

test('typed text that is no date blocks the change', () => {
  const { errors } = judgeMove({ ...values, followUpCount: 1, nextFollowUpDate: 'soon' }, lead, context);
  expect(errors).toEqual({ nextFollowUpDate: 'Enter a valid date' });
});

test('a part of a time blocks the change', () => {
  const booked = { ...values, status: 'booked' as const, appointmentDate: '2026-11-22' };
  const { errors } = judgeMove({ ...booked, appointmentTime: '--:--' }, lead, context);
  expect(errors).toEqual({ appointmentTime: 'Enter a valid time' });
});

test('three follow-ups show as lost', () => {
  expect(toMoveFormValues({ ...lead, followUpCount: 3 }, context.today).status).toBe('lostCustomer');
});

test('notes merge with a move by someone else, a follow-up does not', () => {
  const theirs: Lead = { ...lead, version: 2, status: 'completed' };
  const noted = judgeMove({ ...values, notes: 'called' }, lead, context);
  expect(compareMoves(lead, theirs, noted)).toEqual({ conflictingFields: [], mergedFields: ['status'] });
  const followed = judgeMove({ ...values, followUpCount: 1, nextFollowUpDate: '2026-11-30' }, lead, context);
  expect(compareMoves(lead, theirs, followed)).toEqual({ conflictingFields: ['status'], mergedFields: [] });
});

test('a lead cannot be booked for a preferred date that has passed (F17)', () => {
  const wished: Lead = { ...lead, appointmentDate: '2026-11-12', appointmentTime: '10:30' };
  const stale = toMoveFormValues(wished, context.today);
  expect(getPassedAppointment(wished, context.today)).toBe('2026-11-12');
  expect(stale).toMatchObject({ appointmentDate: '', appointmentTime: '' });
  expect(judgeMove(stale, wished, context)).toEqual({ change: {}, errors: {} });
  expect(judgeMove({ ...stale, status: 'booked' }, wished, context).errors).toEqual({
    appointmentDate: 'Must add appointment date',
  });

  const ahead = { ...wished, appointmentDate: context.today };
  expect(toMoveFormValues(ahead, context.today)).toMatchObject({ appointmentDate: context.today });
  const booked: Lead = { ...wished, status: 'booked' };
  expect(toMoveFormValues(booked, context.today)).toMatchObject({ appointmentDate: '2026-11-12' });
});

test('unticking restores the follow-ups, however many the tick had skipped (F25)', () => {
  const third = tickFollowUp(0, 3);
  expect(third.made).toBe(3);
  expect(untickFollowUp(3, third.last)).toBe(0);
  expect(countTickedWhenNotLost(3, third.last, 0)).toBe(0);
  expect(untickFollowUp(2, third.last)).toBe(1);
});

test('a lead opened with three follow-ups keeps two when it is no longer lost', () => {
  expect(countTickedWhenNotLost(3, undefined, 3)).toBe(2);
  expect(countTickedWhenNotLost(1, undefined, 0)).toBe(1);
});
