import type {
  CustomerMessageKind,
  CustomerMessageReason,
  CustomerMessageState,
} from '#contract/customer-messages/customer-message.ts';
import type { MessageSettings } from '#contract/customer-messages/message-settings.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import { addDays, instantInTimeZone } from '#contract/text/dates.ts';
import type { StoredKind } from './message-settings.db.ts';

/** Milliseconds that an undo has: what is taken back within them was never told. */
const settleMs = 60_000;
const hour = 3_600_000;
const readyHours = 72;
const thankYouHours = 168;

/** A booking of a lead, by the version of the lead that made it. */
export type LeadBooking = {
  version: number;
  center: string;
  day: string;
  time: string | null;
  bookedAt: Date;
  isMoved: boolean;
  endedAt: Date | null;
  ending: 'moved' | 'cancelled' | 'completed' | null;
  outcome: 'arrived' | 'didNotCome' | null;
  readyAt: Date | null;
};

/** A message that is planned or sent. `askedAt`: when it was handed to a way; `isQueued`: it still waits in the queue of WhatsApp. */
export type KnownMessage = {
  kind: CustomerMessageKind;
  version: number;
  state: CustomerMessageState;
  reason: CustomerMessageReason | null;
  askedAt: Date | null;
  isQueued: boolean;
};

/** A message about another lead of the customer, `of`, that is or was merged with this one. */
export type MessageElsewhere = KnownMessage & PlaceOf & { of: string };

type LeadState = {
  isActive: boolean;
  status: LeadStatus;
  isErased: boolean;
  mergedInto: string | null;
};

/**
 * A message that a booking calls for. `round`: beyond the first where it is true again after its customer heard otherwise; `dueAt`: when,
 * without regard to quiet hours; `endsAt`: when it is too late to send it.
 */
type ExpectedMessage = {
  kind: CustomerMessageKind;
  booking: LeadBooking;
  round: number;
  dueAt: Date;
  endsAt: Date;
};

type Told = {
  lead: LeadState;
  // Oldest first.
  bookings: readonly LeadBooking[];
  messages: readonly KnownMessage[];
  elsewhere: readonly MessageElsewhere[];
  kinds: Record<CustomerMessageKind, StoredKind>;
  settings: Pick<MessageSettings, 'dayBeforeAt' | 'thankYouAfterHours'>;
  timeZone: string;
};

/**
 * Lists the messages that the customer of a lead should have got, or should get, as the lead is now. Of a booking that was moved before its
 * customer heard of it, the new place is confirmed; one that moved back to the place that they know, or was cancelled before they
 * heard of it, is none to speak of; what was cancelled to them and stands again is. What they heard of a place by a lead that is, or was,
 * joined with this one is not said again.
 */
export function listExpectedMessages(told: Told): ExpectedMessage[] {
  const { lead, bookings, kinds, elsewhere } = told;
  if (!lead.isActive || lead.isErased || lead.mergedInto !== null) return [];
  const current = bookings.find(({ endedAt }) => endedAt === null);
  // An older booking that was taken up again may have ended last.
  const last = bookings.toSorted(byTimeEnded).at(-1);
  const all = current ? ofCurrent(told, current) : last ? ofEnded(told, last) : [];
  const wanted = all.filter(({ kind, booking, since, endsAt }) => {
    const isSaid =
      !ofPlace.includes(kind) &&
      elsewhere.some((each) => each.kind === kind && mayHaveReceived(each) && isSamePlace(each, booking));
    return isOnAt(kinds[kind], booking.center, since) && !isSaid && endsAt > booking.bookedAt;
  });
  return wanted.map((each) => ({
    ...each,
    round: ofPlace.includes(each.kind) ? countReceived(told, each) + 1 : 1,
  }));
}

/** Tells whether a kind is on at a center, and was at a moment already. */
function isOnAt({ isOn, onSince, centersSince, offAt }: StoredKind, center: string, moment: Date): boolean {
  if (!isOn || onSince === null || offAt.includes(center)) return false;
  return moment >= new Date(centersSince[center] ?? onSince);
}

// `since`: when it came to be wanted, which was before its kind was switched on or not.
type Candidate = Omit<ExpectedMessage, 'round'> & { since: Date };

function ofCurrent(told: Told, booking: LeadBooking): Candidate[] {
  const { settings, timeZone } = told;
  const { day, bookedAt, readyAt } = booking;
  const endsAt = getPlaceEnd(booking, timeZone);
  const place = placeKindOf(told, booking);
  const before = instantInTimeZone(timeZone, addDays(day, -1), settings.dayBeforeAt);
  const base = { booking, endsAt };
  return [
    ...(place && booking.outcome === null
      ? [{ ...base, kind: place, since: bookedAt, dueAt: later(bookedAt, settleMs) }]
      : []),
    ...(before > bookedAt && booking.outcome === null
      ? [{ ...base, kind: 'dayBefore' as const, since: before, dueAt: before }]
      : []),
    ...ofReady(booking, readyAt),
  ];
}

function ofReady(booking: LeadBooking, readyAt: Date | null): Candidate[] {
  if (!readyAt) return [];
  const endsAt = later(readyAt, readyHours * hour);
  return [{ kind: 'readyToCollect', booking, since: readyAt, dueAt: readyAt, endsAt }];
}

function ofEnded(told: Told, booking: LeadBooking): Candidate[] {
  const { lead, settings, timeZone } = told;
  const { ending, endedAt, outcome, readyAt } = booking;
  if (!endedAt) return [];
  if (ending === 'completed' && lead.status === 'completed') {
    const dueAt = later(endedAt, settings.thankYouAfterHours * hour);
    const endsAt = later(dueAt, thankYouHours * hour);
    return [...ofReady(booking, readyAt), { kind: 'thankYou', booking, since: endedAt, dueAt, endsAt }];
  }
  const isUnbooked = lead.status === 'pending' || lead.status === 'potential';
  const endsAt = getPlaceEnd(booking, timeZone);
  if (ending !== 'cancelled' || !isUnbooked || outcome !== null || endedAt >= endsAt) return [];
  const { known, isToBeConfirmed, isCancelled } = readPlaces(told, booking);
  if (isCancelled || (!known && isToBeConfirmed)) return [];
  return [{ kind: 'bookingCancelled', booking, since: endedAt, dueAt: later(endedAt, settleMs), endsAt }];
}

function placeKindOf(told: Told, booking: LeadBooking): CustomerMessageKind | undefined {
  const { known, isToBeConfirmed, isRevived } = readPlaces(told, booking);
  if (known) return isSamePlace(known, booking) ? undefined : 'bookingMoved';
  return isRevived || (booking.isMoved && !isToBeConfirmed) ? 'bookingMoved' : 'bookingConfirmed';
}

const ofPlace: readonly CustomerMessageKind[] = ['bookingConfirmed', 'bookingMoved', 'bookingCancelled'];

/**
 * `known`: the booking of a customer, or what it was moved from, that they heard of last. `isToBeConfirmed`: confirmations were on when they
 * first booked. `isCancelled`: they heard last that it was cancelled; `isRevived`: after they had heard of this booking.
 */
function readPlaces(
  { bookings, messages, elsewhere, kinds, timeZone }: Told,
  booking: LeadBooking,
): {
  known: LeadBooking | undefined;
  isToBeConfirmed: boolean;
  isCancelled: boolean;
  isRevived: boolean;
} {
  const at = bookings.indexOf(booking);
  let first = at;
  while (first > 0 && isContinued(bookings[first - 1], bookings[first])) first--;
  // One that was taken up again stands before those that came in between.
  let end = at;
  while (isContinued(bookings[end], bookings[end + 1])) end++;
  const chain = bookings.slice(first, end + 1);
  const began = chain[0] ?? booking;
  const versions = new Set(chain.map(({ version }) => version));
  const own = listNews(messages).filter(({ version }) => versions.has(version));
  const last = [...own, ...listNewsElsewhere(began, versions)].toSorted(byTimeAsked).at(-1);
  const isCancelled = last?.kind === 'bookingCancelled';
  return {
    known: isCancelled ? undefined : chain.find(({ version }) => version === last?.version),
    isToBeConfirmed: isOnAt(kinds.bookingConfirmed, began.center, began.bookedAt),
    isCancelled,
    isRevived:
      isCancelled &&
      own.some(({ kind, version }) => kind === 'bookingConfirmed' && version === booking.version),
  };

  // The newest of each other lead, as if it had been said of the first booking, unless this lead said something of the place since.
  function listNewsElsewhere(began: LeadBooking, chain: ReadonlySet<number>): KnownMessage[] {
    const formerly = bookings.filter((each) => !chain.has(each.version) && isSamePlace(each, began));
    const since = listNews(messages).findLast((each) =>
      formerly.some(({ version }) => version === each.version),
    );
    const newest = [...Map.groupBy(listNews(elsewhere), ({ of }) => of).values()].flatMap((each) =>
      each.slice(-1),
    );
    return newest
      .filter((each) => isSamePlace(each, began) && (!since || byTimeAsked(since, each) < 0))
      .map((each) => ({ ...each, version: began.version }));
  }

  // Whose cancellation nobody told to the customer, such as by an undo, stands for them as it did.
  function isContinued(former: LeadBooking | undefined, next: LeadBooking | undefined): boolean {
    if (!former || !next || next.isMoved) return next?.isMoved ?? false;
    const { version, ending, outcome } = former;
    if (ending !== 'cancelled' || outcome !== null || getPlaceEnd(former, timeZone) <= next.bookedAt)
      return false;
    return !messages.some(
      (each) => each.kind === 'bookingCancelled' && each.version === version && mayHaveReceived(each),
    );
  }
}

function countReceived({ messages }: Told, { kind, booking }: Candidate): number {
  return messages.filter(
    (each) => each.kind === kind && each.version === booking.version && mayHaveReceived(each),
  ).length;
}

/** Lists what was said of places, oldest first. */
function listNews<Message extends KnownMessage>(messages: readonly Message[]): Message[] {
  return messages
    .filter((each) => ofPlace.includes(each.kind) && mayHaveReceived(each))
    .toSorted(byTimeAsked);
}

function byTimeAsked(one: KnownMessage, other: KnownMessage): number {
  return (one.askedAt?.getTime() ?? 0) - (other.askedAt?.getTime() ?? 0);
}

/** Tells whether the customer has a message, or may have it. */
function mayHaveReceived({ state, reason, isQueued }: KnownMessage): boolean {
  if (isQueued) return false;
  return ['asked', 'sent', 'delivered', 'read'].includes(state) || reason === 'unknown';
}

type PlaceOf = Pick<LeadBooking, 'center' | 'day' | 'time'>;

function byTimeEnded(one: LeadBooking, other: LeadBooking): number {
  return (one.endedAt?.getTime() ?? 0) - (other.endedAt?.getTime() ?? 0);
}

function isSamePlace(one: PlaceOf, other: PlaceOf): boolean {
  return one.center === other.center && one.day === other.day && one.time === other.time;
}

/** Returns when a car is due, or where no time is known the end of its day. */
function getPlaceEnd({ day, time }: LeadBooking, timeZone: string): Date {
  return time === null
    ? instantInTimeZone(timeZone, addDays(day, 1), '00:00')
    : instantInTimeZone(timeZone, day, time);
}

function later(moment: Date, milliseconds: number): Date {
  return new Date(moment.getTime() + milliseconds);
}

/** Returns what {@link listExpectedMessages} needs of a lead. */
export function toLeadState(lead: {
  is_active: boolean;
  status: LeadStatus;
  customer_id: string | null;
  merged_into: string | null;
}): LeadState {
  const { is_active: isActive, status, customer_id, merged_into: mergedInto } = lead;
  return { isActive, status, isErased: customer_id === null, mergedInto };
}
