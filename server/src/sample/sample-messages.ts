import type { CustomerMessageKind } from '#contract/customer-messages/customer-message.ts';
import { addDays, clockInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import {
  addPastMessages,
  listBookingsSince,
  type PastBooking,
  type PastMessage,
} from '#server/customer-messages/past-messages.service.ts';
import { createRandom, type Random } from './random.ts';
import * as words from './sample-words.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const daysBack = 4;
const quiet = { from: '20:00', to: '09:00' };
const remindedAt = '17:00';
const isBangla = /[\u0980-\u09ff]/u;

type Due = { kind: CustomerMessageKind; at: Date };
type Ended = Pick<PastMessage, 'state' | 'reason' | 'way'>;

/** How messages end, with how many of a hundred. */
const endings: readonly [count: number, ended: Ended][] = [
  [46, { state: 'read', reason: null, way: 'whatsapp' }],
  [15, { state: 'delivered', reason: null, way: 'whatsapp' }],
  [28, { state: 'sent', reason: null, way: 'sms' }],
  [4, { state: 'sent', reason: null, way: 'email' }],
  [2, { state: 'failed', reason: 'undeliverable', way: 'whatsapp' }],
  [1, { state: 'failed', reason: 'unknown', way: 'sms' }],
  [1, { state: 'failed', reason: 'noWay', way: null }],
  [3, { state: 'skipped', reason: 'stopped', way: null }],
];

/** Stores what sample customers were told of their bookings in the last days, and what some of them answered; sends nothing. */
export async function addSampleMessages(context: ActorContext, now: Date): Promise<void> {
  const random = createRandom(4_610);
  const since = new Date(now.getTime() - daysBack * day);
  const { timeZone } = context.dealer;
  const isAllowed = ({ at }: Due) => {
    const clock = clockInTimeZone(timeZone, at).slice(11, 16);
    return (
      at >= since && at.getTime() < now.getTime() - 10 * minute && clock >= quiet.to && clock < quiet.from
    );
  };
  const bookings = await listBookingsSince(context, since);
  const messages = bookings.flatMap((booking) =>
    listDue(booking, timeZone)
      .filter(isAllowed)
      .map((due) => endMessage(random, booking, due)),
  );
  await addPastMessages(context, messages);
}

function listDue(booking: PastBooking, timeZone: string): Due[] {
  const { day: date, bookedAt, isMoved, endedAt, ending, readyAt } = booking;
  const reminder = instantInTimeZone(timeZone, addDays(date, -1), remindedAt);
  const isReminded = bookedAt < reminder && (endedAt === null || endedAt > reminder);
  const thanks = ending === 'completed' && endedAt;
  return [
    { kind: isMoved ? 'bookingMoved' : 'bookingConfirmed', at: new Date(bookedAt.getTime() + minute) },
    ...(isReminded ? [{ kind: 'dayBefore' as const, at: reminder }] : []),
    ...(readyAt ? [{ kind: 'readyToCollect' as const, at: readyAt }] : []),
    ...(thanks ? [{ kind: 'thankYou' as const, at: new Date(thanks.getTime() + day) }] : []),
  ];
}

function endMessage(random: Random, booking: PastBooking, { kind, at }: Due): PastMessage {
  const ended = pickEnding(random);
  const stateAt = ended.state === 'read' ? new Date(at.getTime() + random.between(1, 9) * minute) : at;
  const mayAnswer = ended.state === 'read' && random.chance(0.6);
  const rated = mayAnswer && kind === 'thankYou' ? random.pick(words.ratings) : undefined;
  const comes = mayAnswer && kind === 'dayBefore' && booking.endedAt !== null;
  return {
    ...{ booking, kind, at, stateAt, ...ended },
    language: isBangla.test(booking.name) ? 'bn' : 'en',
    answer: rated?.answer ?? (comes ? words.reminderAnswer : null),
    rating: rated?.rating ?? null,
  };
}

function pickEnding(random: Random): Ended {
  let left = random.between(1, 100);
  for (const [count, ended] of endings) {
    left -= count;
    if (left <= 0) return ended;
  }
  throw new RangeError('Endings are fewer than a hundred');
}
