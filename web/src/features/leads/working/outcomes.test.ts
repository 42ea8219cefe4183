import { describe, expect, test } from 'vitest';
import { messages } from '#contract/call/messages.ts';
import type { Lead } from '#contract/leads/leads.ts';
import {
  emptyTypedOutcome,
  findMoveError,
  getInitialTypedOutcome,
  isLastFollowUp,
  toContactOutcome,
  toLeadChange,
  toReminderTime,
} from './outcomes.ts';

const context = { today: '2026-03-10', isManagement: false };

function lead(given: Partial<Lead>): Lead {
  return {
    ...{ status: 'pending', followUpCount: 0, nextFollowUpDates: [], notes: null, jobId: null },
    ...{ appointmentDate: null, appointmentTime: null, lostReason: null },
    ...given,
  } as Lead;
}

describe('a follow-up', () => {
  test('makes a pending lead potential', () => {
    const move = toLeadChange(lead({}), 'followUp', { ...emptyTypedOutcome, date: '2026-03-12' });
    expect(move).toEqual({ status: 'potential', nextFollowUpDates: ['2026-03-12'] });
    expect(findMoveError(lead({}), move ?? {}, context)).toBeUndefined();
  });

  test('of a potential lead ticks the one that was made, beside its date', () => {
    const before = lead({ status: 'potential', followUpCount: 1, nextFollowUpDates: ['2026-03-09'] });
    const move = toLeadChange(before, 'followUp', { ...emptyTypedOutcome, date: '2026-03-12' });
    expect(move).toMatchObject({ followUpCount: 2, nextFollowUpDates: ['2026-03-09', '2026-03-12'] });
    expect(findMoveError(before, move ?? {}, context)).toBeUndefined();
  });

  test('without a day is refused for lacking it, with one that has passed for that (F66)', () => {
    expect(
      findMoveError(lead({}), toLeadChange(lead({}), 'followUp', emptyTypedOutcome) ?? {}, context),
    ).toBe(messages.followUpDateMissing);
    const late = toLeadChange(lead({}), 'followUp', { ...emptyTypedOutcome, date: '2026-03-09' });
    expect(findMoveError(lead({}), late ?? {}, context)).toBe(messages.dateInPast);
  });

  test('that is the third one makes the lead lost, for a reason', () => {
    const before = lead({ status: 'potential', followUpCount: 2, nextFollowUpDates: ['2026-03-09'] });
    expect(isLastFollowUp(before)).toBe(true);
    expect(isLastFollowUp({ ...before, followUpCount: 1 })).toBe(false);
    expect(isLastFollowUp({ ...before, status: 'booked' })).toBe(false);
    expect(findMoveError(before, toLeadChange(before, 'followUp', emptyTypedOutcome) ?? {}, context)).toBe(
      messages.lostReasonMissing,
    );
    const move = toLeadChange(before, 'followUp', { ...emptyTypedOutcome, text: ' Price ' });
    expect(move).toEqual({ followUpCount: 3, lostReason: 'Price' });
    expect(findMoveError(before, move ?? {}, context)).toBeUndefined();
  });
});

test('a booking needs a day, a completed lead no job ID', () => {
  const book = (date: string) =>
    toLeadChange(lead({}), 'booked', { ...emptyTypedOutcome, date, time: '10:00' }) ?? {};
  expect(findMoveError(lead({}), book(''), context)).toBe(messages.appointmentDateMissing);
  expect(findMoveError(lead({}), book('2026-03-09'), context)).toBe(messages.dateInPast);
  expect(findMoveError(lead({}), book('2026-03-10'), context)).toBeUndefined();
  const booked = lead({ status: 'booked', jobId: 'J-1', appointmentDate: '2026-03-09' });
  expect(toLeadChange(booked, 'completed', emptyTypedOutcome)).toEqual({ status: 'completed' });
  expect(findMoveError(booked, { status: 'completed' }, context)).toBeUndefined();
});

test('what moves a lead was said by a customer who was reached', () => {
  expect((['noAnswer', 'wrongNumber', 'lost', 'reminded'] as const).map(toContactOutcome)).toEqual([
    ...['noAnswer', 'wrongNumber', 'reached', 'reached'],
  ]);
  expect(toLeadChange(lead({}), 'noAnswer', emptyTypedOutcome)).toBeUndefined();
});

test.each([
  ['2026-03-12', '16:30', '2026-03-12T10:30:00.000Z'],
  ['2026-03-12', '', '2026-03-12T04:00:00.000Z'],
  ['2026-03-10', '', '2026-03-10T10:00:00.000Z'],
])('%s at %j is %s', (date, time, at) => {
  expect(toReminderTime(date, time, new Date('2026-03-10T09:00:00Z'), 'Asia/Dhaka').toISOString()).toBe(at);
});

describe('to reschedule a booked lead', () => {
  const booked = lead({ status: 'booked', appointmentDate: '2026-03-12', appointmentTime: '16:30' });
  const present = { ...emptyTypedOutcome, note: 'Late', date: '2026-03-12', time: '16:30' };
  const note = { ...emptyTypedOutcome, note: 'Late' };

  test('begins with its appointment, which stays out of what else is asked (F131)', () => {
    expect(getInitialTypedOutcome(booked, 'booked', note, context.today)).toEqual(present);
    expect(getInitialTypedOutcome(booked, undefined, present, context.today)).toEqual(note);
    expect(getInitialTypedOutcome(booked, 'callLater', present, context.today)).toEqual(note);
  });

  test('keeps what was typed (F131)', () => {
    const other = { ...present, date: '2026-03-20' };
    expect(getInitialTypedOutcome(booked, 'booked', other, context.today)).toEqual(other);
    expect(getInitialTypedOutcome(booked, undefined, other, context.today)).toEqual(other);
  });

  test('begins with nothing once the day has passed, or before it is booked (F131)', () => {
    expect(getInitialTypedOutcome(booked, 'booked', note, '2026-03-13')).toEqual(note);
    expect(getInitialTypedOutcome({ ...booked, status: 'pending' }, 'booked', note, context.today)).toEqual(
      note,
    );
  });
});
