import { expect, test } from 'vitest';
import type { Lead } from '#contract/leads/leads.ts';
import { version } from '#web/features/leads/record/lead.sample.ts';
import {
  compareMoves,
  judge,
  moveValuesOf,
  slotDates,
  staleAppointment,
  tick,
  tickedUnlost,
  untick,
} from './move-form.ts';

const context = { today: '2026-11-21', farthest: '2028-11-20', isManagement: false };

const lead: Lead = version({ status: 'potential', nextFollowUpDates: ['2026-11-25'] });
const values = moveValuesOf(lead, context.today);

test('the newest date belongs to the next follow-up', () => {
  expect(slotDates(lead, 0, '')).toEqual(['2026-11-25', undefined, undefined]);
  expect(slotDates(lead, 1, '2026-11-30')).toEqual(['2026-11-25', '2026-11-30', undefined]);
  const moved = { followUpCount: 1, nextFollowUpDates: ['2026-11-22', '2026-11-25', '2026-11-28'] };
  expect(slotDates(moved, 1, '')).toEqual(['2026-11-25', '2026-11-28', undefined]);
});

test('only what differs from the lead, and belongs to the status in view, is sent', () => {
  expect(judge(values, lead, context)).toEqual({ change: {}, errors: {} });
  const booked = { ...values, status: 'booked' as const, appointmentDate: '2026-11-22', jobId: 'J1' };
  expect(judge(booked, lead, context)).toEqual({
    change: { status: 'booked', appointmentDate: '2026-11-22' },
    errors: {},
  });
});

test('typed text that is no date blocks the change', () => {
  const { errors } = judge({ ...values, followUpCount: 1, nextFollowUpDate: 'soon' }, lead, context);
  expect(errors).toEqual({ nextFollowUpDate: 'Enter a valid date' });
});

test('a part of a time blocks the change', () => {
  const booked = { ...values, status: 'booked' as const, appointmentDate: '2026-11-22' };
  const { errors } = judge({ ...booked, appointmentTime: '--:--' }, lead, context);
  expect(errors).toEqual({ appointmentTime: 'Enter a valid time' });
});

test('three follow-ups show as lost', () => {
  expect(moveValuesOf({ ...lead, followUpCount: 3 }, context.today).status).toBe('lostCustomer');
});

test('notes merge with a move by someone else, a follow-up does not', () => {
  const theirs: Lead = { ...lead, version: 2, status: 'completed' };
  const noted = judge({ ...values, notes: 'called' }, lead, context);
  expect(compareMoves(lead, theirs, noted)).toEqual({ disputed: [], taken: ['status'] });
  const followed = judge({ ...values, followUpCount: 1, nextFollowUpDate: '2026-11-30' }, lead, context);
  expect(compareMoves(lead, theirs, followed)).toEqual({ disputed: ['status'], taken: [] });
});

test('a lead cannot be booked for a preferred date that has passed (F17)', () => {
  const wished: Lead = { ...lead, appointmentDate: '2026-11-12', appointmentTime: '10:30' };
  const stale = moveValuesOf(wished, context.today);
  expect(staleAppointment(wished, context.today)).toBe('2026-11-12');
  expect(stale).toMatchObject({ appointmentDate: '', appointmentTime: '' });
  expect(judge(stale, wished, context)).toEqual({ change: {}, errors: {} });
  expect(judge({ ...stale, status: 'booked' }, wished, context).errors).toEqual({
    appointmentDate: 'Must add appointment date',
  });

  const ahead = { ...wished, appointmentDate: context.today };
  expect(moveValuesOf(ahead, context.today)).toMatchObject({ appointmentDate: context.today });
  const booked: Lead = { ...wished, status: 'booked' };
  expect(moveValuesOf(booked, context.today)).toMatchObject({ appointmentDate: '2026-11-12' });
});

test('unticking restores the follow-ups, however many the tick had skipped (F25)', () => {
  const third = tick(0, 3);
  expect(third.made).toBe(3);
  expect(untick(3, third.last)).toBe(0);
  expect(tickedUnlost(3, third.last, 0)).toBe(0);
  expect(untick(2, third.last)).toBe(1);
});

test('a lead opened with three follow-ups keeps two when it is no longer lost', () => {
  expect(tickedUnlost(3, undefined, 3)).toBe(2);
  expect(tickedUnlost(1, undefined, 0)).toBe(1);
});
