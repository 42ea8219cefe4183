import { expect, test } from 'vitest';
import { describeDue, type WaitingLead } from './found-lead.ts';

const nothing: WaitingLead = {
  ...{ status: 'pending', isActive: true, tryAgainAt: null, nextFollowUpDates: [] },
  ...{ appointmentDate: null, responseDueAt: null, respondedAt: null },
};
const now = Date.parse('2026-03-10T09:00:00Z');
const [before, after] = ['2026-03-10T08:59:00Z', '2026-03-10T09:01:00Z'];
const [yesterday, today] = ['2026-03-09', '2026-03-10'];

test.each([
  ['an enquiry over its target', { responseDueAt: before }, 'answer', true],
  ['one whose target is running', { responseDueAt: after }, 'answer', false],
  ['one that was tried in vain', { responseDueAt: before, respondedAt: before }, 'new', false],
  ['one without a target', {}, 'new', false],
  ['a call to repeat whose time has passed', { tryAgainAt: before }, 'tryAgain', true],
  ['a call to repeat later', { tryAgainAt: after }, 'tryAgain', false],
  ['a follow-up of yesterday', { status: 'potential', nextFollowUpDates: [yesterday] }, 'followUp', true],
  ['a follow-up of today', { status: 'potential', nextFollowUpDates: [today] }, 'followUp', false],
  ['a visit of yesterday', { status: 'booked', appointmentDate: yesterday }, 'appointment', true],
  ['a visit of today', { status: 'booked', appointmentDate: today }, 'appointment', false],
  ['an archived enquiry', { responseDueAt: before, isActive: false }, 'past', false],
  ['a completed one', { status: 'completed', responseDueAt: before }, 'past', false],
] satisfies [string, Partial<WaitingLead>, string, boolean][])(
  '%s waits for what it should',
  (_of, given, what, isLate) => {
    expect(describeDue({ ...nothing, ...given }, now, today)).toEqual({ what, isLate });
  },
);
