import { expect, test } from 'vitest';
import { type KnownMessage, type LeadBooking, listExpectedMessages } from './expected-messages.ts';
import type { StoredKind } from './message-settings.db.ts';

const switchedOn: StoredKind = {
  ...{ isOn: true, onSince: '2026-03-01T00:00:00.000Z', centersSince: {}, offAt: [], texts: [] },
};
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
type Asked = { status?: 'booked' | 'completed' | 'pending' } & Partial<
  Parameters<typeof listExpectedMessages>[0]
>;
const askedOf = (bookings: LeadBooking[], { status = 'booked', ...more }: Asked) =>
  listExpectedMessages({
    ...{ lead: { isActive: true, status, isErased: false, mergedInto: null }, bookings, messages: [] },
    ...{ elsewhere: [], kinds, settings: { dayBeforeAt: '17:00', thankYouAfterHours: 24 } },
    ...{ timeZone: 'UTC', ...more },
  });
const wantedOf = (bookings: LeadBooking[], more: Asked = {}) =>
  askedOf(bookings, more).map(({ kind, booking }) => [kind, booking.version]);

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

test('what stands again, or is cancelled again, is told once more after the customer heard otherwise', () => {
  const own = (kind: KnownMessage['kind'], at: string, version = 3): KnownMessage => ({
    ...told(kind, on(at)),
    version,
  });
  const roundsOf = (bookings: LeadBooking[], messages: KnownMessage[], more: Asked = {}) =>
    askedOf(bookings, { messages, ...more }).map(({ kind, booking, round }) => [
      kind,
      booking.version,
      round,
    ]);
  const standing = [own('bookingConfirmed', '10')];
  const cancelled = { ...told('bookingCancelled', on('11')), version: 7 };
  const before = ['dayBefore', 3, 1];
  // A joined lead, from which this one parted since, cancelled the place; then once more.
  const elsewhere = [cancelled];
  expect(roundsOf([booking(3)], standing, { elsewhere })).toEqual([['bookingMoved', 3, 1], before]);
  const again = [...standing, own('bookingMoved', '12')];
  expect(roundsOf([booking(3)], again, { elsewhere })).toEqual([before]);
  const twice = [cancelled, { ...cancelled, askedAt: on('12', '12:00') }];
  expect(roundsOf([booking(3)], again, { elsewhere: twice })).toEqual([['bookingMoved', 3, 2], before]);
  const ended = booking(3, { endedAt: on('13'), ending: 'cancelled' });
  expect(roundsOf([ended], again, { elsewhere: twice, status: 'pending' })).toEqual([]);
  const last = [...again, own('bookingCancelled', '12', 3), own('bookingMoved', '13')];
  expect(roundsOf([ended], last, { status: 'pending' })).toEqual([['bookingCancelled', 3, 2]]);
});

test('whoever heard of another day hears when the former one stands again, unless they have arrived', () => {
  const former = booking(2);
  const between = booking(3, { day: '2026-03-16', isMoved: true, endedAt: on('12'), ending: 'moved' });
  const heard = (kind: KnownMessage['kind'], day: string, version: number): KnownMessage => ({
    ...told(kind, on(day)),
    version,
  });
  const confirmed = heard('bookingConfirmed', '10', 2);
  expect(wantedOf([former, between], { messages: [confirmed] })).toEqual([['dayBefore', 2]]);
  const messages = [confirmed, heard('bookingMoved', '11', 3)];
  expect(wantedOf([former, between], { messages })).toEqual([
    ['bookingMoved', 2],
    ['dayBefore', 2],
  ]);
  expect(wantedOf([{ ...former, outcome: 'arrived' }, between], { messages })).toEqual([]);
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

test('a center where a kind is switched on again says it of later bookings, and what is due from then on of all', () => {
  const again = { ...switchedOn, centersSince: { north: '2026-03-12T00:00:00.000Z' } };
  const more = { kinds: { ...kinds, bookingConfirmed: again, bookingMoved: again, dayBefore: again } };
  expect(wantedOf([booking(3)], more)).toEqual([['dayBefore', 3]]);
  expect(wantedOf([booking(3, { center: 'south' })], more)).toEqual([
    ['bookingConfirmed', 3],
    ['dayBefore', 3],
  ]);
  expect(wantedOf([booking(3, { bookedAt: on('12') })], more)).toEqual([
    ['bookingConfirmed', 3],
    ['dayBefore', 3],
  ]);
  // Of a booking that nobody confirmed to them, they hear where it is now.
  const first = booking(3, { endedAt: on('12'), ending: 'moved' });
  const second = booking(4, { day: '2026-03-16', bookedAt: on('12'), isMoved: true });
  expect(wantedOf([first, second], more)).toEqual([
    ['bookingMoved', 4],
    ['dayBefore', 4],
  ]);
});
