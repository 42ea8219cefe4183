import { expect, test } from 'vitest';
import { type KnownMessage, type LeadBooking, listExpectedMessages } from './expected-messages.ts';
import type { StoredKind } from './message-settings.db.ts';

const switchedOn: StoredKind = { isOn: true, onSince: '2026-03-01T00:00:00.000Z', offAt: [], texts: [] };
const kinds = {
  bookingConfirmed: switchedOn,
  bookingMoved: switchedOn,
  bookingCancelled: switchedOn,
  dayBefore: switchedOn,
  readyToCollect: switchedOn,
  thankYou: switchedOn,
};
const on = (day: string, time = '10:00') => new Date(`2026-03-${day}T${time}:00.000Z`);
const booking = (version: number, changes: Partial<LeadBooking> = {}): LeadBooking => ({
  ...{ version, center: 'north', day: '2026-03-14', time: '10:00', bookedAt: on('10'), isMoved: false },
  ...{ endedAt: null, ending: null, outcome: null, readyAt: null },
  ...changes,
});
const told = (kind: KnownMessage['kind'], askedAt: Date, state: KnownMessage['state'] = 'sent') => ({
  ...{ of: 'other', kind, version: 7, state, reason: null, askedAt, isQueued: false },
  ...{ center: 'north', day: '2026-03-14', time: '10:00' },
});
const wantedOf = (
  bookings: LeadBooking[],
  {
    status = 'booked',
    ...more
  }: { status?: 'booked' | 'completed' | 'pending' } & Partial<
    Parameters<typeof listExpectedMessages>[0]
  > = {},
) =>
  listExpectedMessages({
    ...{ lead: { isActive: true, status, isErased: false, mergedInto: null }, bookings, messages: [] },
    ...{ elsewhere: [], kinds, settings: { dayBeforeAt: '17:00', thankYouAfterHours: 24 } },
    ...{ timeZone: 'UTC', ...more },
  }).map(({ kind, booking }) => [kind, booking.version]);

test('whoever arrived, was moved to another day and back, and is done is thanked', () => {
  const done = booking(2, { outcome: 'arrived', endedAt: on('14', '16:00'), ending: 'completed' });
  const between = booking(3, {
    day: '2026-03-16',
    isMoved: true,
    endedAt: on('14', '12:00'),
    ending: 'moved',
  });
  expect(wantedOf([done, between], { status: 'completed' })).toEqual([['thankYou', 2]]);
});

test('what was said of a place by a joined lead is not said again, unless it was cancelled or taken back', () => {
  const confirmed = told('bookingConfirmed', on('11'));
  const before = ['dayBefore', 3];
  expect(wantedOf([booking(3)])).toEqual([['bookingConfirmed', 3], before]);
  expect(wantedOf([booking(3)], { elsewhere: [confirmed] })).toEqual([before]);
  expect(wantedOf([booking(3)], { elsewhere: [confirmed, told('dayBefore', on('13'))] })).toEqual([]);
  expect(wantedOf([booking(3)], { elsewhere: [{ ...confirmed, isQueued: true }] })).toEqual([
    ['bookingConfirmed', 3],
    before,
  ]);
  const cancelled = [confirmed, told('bookingCancelled', on('12'))];
  expect(wantedOf([booking(3)], { elsewhere: cancelled })).toEqual([['bookingConfirmed', 3], before]);
  const elsewhere = [confirmed, { ...told('bookingMoved', on('12')), day: '2026-03-16' }];
  expect(wantedOf([booking(3)], { elsewhere })).toEqual([['bookingConfirmed', 3], before]);
});

test('a place that is known by a joined lead is moved and cancelled as one that this lead told', () => {
  const elsewhere = [told('bookingConfirmed', on('11'))];
  const first = booking(3, { endedAt: on('12'), ending: 'moved' });
  const second = booking(4, { day: '2026-03-16', bookedAt: on('12'), isMoved: true });
  expect(wantedOf([first, second], { elsewhere })).toEqual([
    ['bookingMoved', 4],
    ['dayBefore', 4],
  ]);
  const cancelled = booking(3, { endedAt: on('12'), ending: 'cancelled' });
  expect(wantedOf([cancelled], { elsewhere, status: 'pending' })).toEqual([['bookingCancelled', 3]]);
  // Booked again after this lead said that it was cancelled.
  const messages: KnownMessage[] = [told('bookingCancelled', on('13'))].map((each) => ({
    ...each,
    version: 3,
  }));
  expect(wantedOf([cancelled, booking(5, { bookedAt: on('13', '11:00') })], { elsewhere, messages })).toEqual(
    [
      ['bookingConfirmed', 5],
      ['dayBefore', 5],
    ],
  );
});
