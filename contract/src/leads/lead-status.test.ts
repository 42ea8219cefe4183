import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/text/dates.ts';
import {
  decideMove,
  type LeadProgress,
  type LeadProgressChange,
  leadStatuses,
  listAllowedStatuses,
} from './lead-status.ts';

const today = '2026-03-10';
const staff = { today, farthest: '2028-03-10', isManagement: false };
const manager = { ...staff, isManagement: true };

const lead = (state: Partial<LeadProgress>): LeadProgress => ({
  status: 'pending',
  followUpCount: 0,
  nextFollowUpDates: [],
  appointmentDate: null,
  appointmentTime: null,
  lostReason: null,
  jobId: null,
  notes: null,
  ...state,
});
const states = {
  pending: lead({}),
  potential: lead({ status: 'potential', nextFollowUpDates: ['2026-03-09'] }),
  booked: lead({ status: 'booked', appointmentDate: '2026-03-12' }),
  completed: lead({ status: 'completed', appointmentDate: '2026-03-01', jobId: 'J1' }),
  lostCustomer: lead({ status: 'lostCustomer', followUpCount: 4, lostReason: 'Price' }),
};
const enoughFor = (current: LeadProgress): LeadProgressChange => ({
  nextFollowUpDates: [...current.nextFollowUpDates, '2026-03-11'],
  appointmentDate: '2026-03-15',
  lostReason: 'Price',
});
const fieldsOf = (from: keyof typeof states, change: LeadProgressChange, who = staff) => {
  const result = decideMove(states[from], change, who);
  return result.ok ? {} : result.fields;
};

describe('moves', () => {
  const allowed = new Set([
    'pending>potential',
    'pending>booked',
    'pending>completed',
    'pending>lostCustomer',
    'potential>booked',
    'potential>completed',
    'potential>lostCustomer',
    'booked>potential',
    'booked>completed',
    'booked>lostCustomer',
    'lostCustomer>potential',
    'lostCustomer>booked',
  ]);
  for (const from of leadStatuses) {
    for (const to of leadStatuses) {
      if (from === to) continue;
      const isAllowed = allowed.has(`${from}>${to}`);
      test(`${from} to ${to} is ${isAllowed ? 'allowed' : 'refused'} to staff`, () => {
        expect(decideMove(states[from], { ...enoughFor(states[from]), status: to }, staff).ok).toBe(
          isAllowed,
        );
        expect(listAllowedStatuses(from, false).includes(to)).toBe(isAllowed);
      });
    }
  }

  test('management alone reopens a completed lead', () => {
    const change = { status: 'booked', appointmentDate: today } as const;
    expect(decideMove(states.completed, change, staff)).toMatchObject({ ok: false, status: 403 });
    expect(decideMove(states.completed, change, manager)).toMatchObject({ ok: true });
  });

  test.each(['pending', 'potential', 'completed', 'lostCustomer'] as const)(
    'from %s a date of the past makes no booking, one of today or later does (F17)',
    (status) => {
      const change = { status: 'booked' } as const;
      const stale = { ...states[status], appointmentDate: '2026-03-09' };
      expect(decideMove(stale, change, manager)).toMatchObject({
        fields: { appointmentDate: 'Choose today or a later day' },
      });
      expect(decideMove(stale, { ...change, appointmentDate: today }, manager).ok).toBe(true);
      expect(decideMove({ ...stale, appointmentDate: today }, change, manager).ok).toBe(true);
    },
  );

  test('a booking keeps its past day while its notes change (F17)', () => {
    const booked = { ...states.booked, appointmentDate: '2026-03-01' };
    expect(decideMove(booked, { notes: 'Did not come' }, staff).ok).toBe(true);
    expect(decideMove(booked, { status: 'completed' }, staff).ok).toBe(true);
  });

  test.each([
    ['pending', 'potential', 'nextFollowUpDates', 'Must add next follow-up date'],
    ['booked', 'potential', 'nextFollowUpDates', 'Must add next follow-up date'],
    ['lostCustomer', 'potential', 'nextFollowUpDates', 'Must add next follow-up date'],
    ['pending', 'booked', 'appointmentDate', 'Must add appointment date'],
    ['potential', 'booked', 'appointmentDate', 'Must add appointment date'],
    ['lostCustomer', 'booked', 'appointmentDate', 'Must add appointment date'],
    ['pending', 'lostCustomer', 'lostReason', 'Must add lost reason'],
    ['potential', 'lostCustomer', 'lostReason', 'Must add lost reason'],
    ['booked', 'lostCustomer', 'lostReason', 'Must add lost reason'],
  ] as const)('%s to %s without %s is refused beside it', (from, to, field, message) => {
    expect(fieldsOf(from, { status: to })).toEqual({ [field]: message });
  });
});

describe('follow-ups', () => {
  test('a rise of the count needs another date', () => {
    expect(fieldsOf('potential', { followUpCount: 1 })).toEqual({
      nextFollowUpDates: 'Must add next follow-up date',
    });
    expect(
      fieldsOf('potential', { followUpCount: 1, nextFollowUpDates: ['2026-03-09', '2026-03-13'] }),
    ).toEqual({});
  });

  test('the third one loses the lead: dates are cleared, 4 is saved, the reason is asked for', () => {
    expect(fieldsOf('potential', { followUpCount: 3 })).toEqual({ lostReason: 'Must add lost reason' });
    expect(decideMove(states.potential, { followUpCount: 3, lostReason: 'Price' }, staff)).toMatchObject({
      ok: true,
      next: { status: 'lostCustomer', followUpCount: 4, nextFollowUpDates: [], lostReason: 'Price' },
    });
  });

  test('start again at 0 when a lost lead comes back', () => {
    expect(
      decideMove(states.lostCustomer, { status: 'potential', nextFollowUpDates: ['2026-03-12'] }, staff),
    ).toMatchObject({ ok: true, next: { followUpCount: 0, lostReason: null } });
  });

  test('a date that is added twice counts as gained', () => {
    const twice = ['2026-03-10', '2026-03-10'];
    const current = lead({ status: 'potential', nextFollowUpDates: ['2026-03-10'] });
    expect(decideMove(current, { followUpCount: 1, nextFollowUpDates: twice }, staff).ok).toBe(true);
  });

  test('are put off as often as it takes, and the newest dates stay (F14)', () => {
    let current = states.potential;
    for (let days = 1; days <= 500; days++) {
      const dates = [...current.nextFollowUpDates, addDays(today, days)];
      const result = decideMove(current, { nextFollowUpDates: dates }, staff);
      if (result.ok) current = result.next;
      expect(current.nextFollowUpDates.at(-1)).toBe(addDays(today, days));
    }
    expect(current.nextFollowUpDates).toHaveLength(20);
    expect(current.nextFollowUpDates[0]).toBe(addDays(today, 481));
  });

  test('are not counted outside potential', () => {
    expect(fieldsOf('booked', { followUpCount: 1 })).toHaveProperty('followUpCount');
  });
});

describe('dates', () => {
  test('that are added lie neither in the past nor beyond two years', () => {
    expect(fieldsOf('pending', { status: 'booked', appointmentDate: '2026-03-09' })).toHaveProperty(
      'appointmentDate',
    );
    expect(fieldsOf('pending', { status: 'booked', appointmentDate: '2030-01-01' })).toHaveProperty(
      'appointmentDate',
    );
    expect(fieldsOf('pending', { status: 'potential', nextFollowUpDates: ['2026-03-09'] })).toHaveProperty(
      'nextFollowUpDates',
    );
    expect(fieldsOf('pending', { status: 'booked', appointmentDate: today })).toEqual({});
  });

  test('that are there already may lie in the past', () => {
    expect(fieldsOf('potential', { notes: 'Called' })).toEqual({});
    expect(fieldsOf('completed', { jobId: 'J2' })).toEqual({});
  });

  test.each(['pending', 'potential', 'completed', 'lostCustomer'] as const)(
    'that a customer of a %s lead wished for may have passed, a booking not (F64)',
    (status) => {
      expect(fieldsOf(status, { appointmentDate: '2026-03-09' })).toEqual({});
      expect(fieldsOf(status, { appointmentDate: '2030-01-01' })).toHaveProperty('appointmentDate');
      expect(fieldsOf('booked', { appointmentDate: '2026-03-09' })).toEqual({
        appointmentDate: 'Choose today or a later day',
      });
    },
  );

  test('of a follow-up that has passed is refused for that, not as missing (F66)', () => {
    expect(fieldsOf('pending', { status: 'potential', nextFollowUpDates: ['2026-03-09'] })).toEqual({
      nextFollowUpDates: 'Choose today or a later day',
    });
  });

  test('that a status needs cannot be taken away', () => {
    expect(fieldsOf('booked', { appointmentDate: null })).toEqual({
      appointmentDate: 'Must add appointment date',
    });
    expect(fieldsOf('potential', { nextFollowUpDates: [] })).toHaveProperty('nextFollowUpDates');
    expect(fieldsOf('lostCustomer', { lostReason: null })).toEqual({ lostReason: 'Must add lost reason' });
  });
});
