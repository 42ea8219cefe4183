import { sql } from 'kysely';
import type {
  CustomerMessageKind,
  CustomerMessageReason,
  CustomerMessageState,
} from '#contract/customer-messages/customer-message.ts';
import type { Db } from '#server/db/transaction.ts';
import type { AskedWay } from './customer-messages.db.ts';
import type { LeadBooking } from './expected-messages.ts';

/** A booking with what a message about it says. */
export type PastBooking = LeadBooking & {
  lead: string;
  name: string;
  vehicleNumber: string | null;
  centerName: string;
};

/** Finds the bookings of active leads that were made, ready or ended since a moment, or whose day has come since, oldest first. */
export async function findBookingsSince(db: Db, since: Date): Promise<PastBooking[]> {
  const { rows } = await sql<PastBooking>`
    select b.lead_id as lead, b.lead_version as version, b.service_center_id as center, b.day, b.time, b.booked_at as "bookedAt",
      b.is_moved as "isMoved", b.ended_at as "endedAt", b.ending, b.outcome, b.ready_at as "readyAt", l.name,
      l.vehicle_number as "vehicleNumber", c.name as "centerName"
    from bookings b join leads l on l.id = b.lead_id join service_centers c on c.id = b.service_center_id
    where greatest(b.booked_at, b.ready_at, b.ended_at, b.day::timestamptz) >= ${since}
      and l.is_active and l.customer_id is not null
    order by b.booked_at, b.lead_id`.execute(db);
  return rows;
}

/** A message that ended. `sent`: how it went, if it did; `at`: when it was due, `stateAt`: since when it is in its state. */
export type EndedMessage = {
  id: string;
  booking: Pick<PastBooking, 'lead' | 'version' | 'center'>;
  kind: CustomerMessageKind;
  at: Date;
  state: Exclude<CustomerMessageState, 'waiting' | 'asked'>;
  stateAt: Date;
  reason: CustomerMessageReason | null;
  sent: AskedWay | null;
  answer: string | null;
  rating: number | null;
};

/** Inserts messages that have ended; sends nothing. */
export async function insertEndedMessages(db: Db, messages: readonly EndedMessage[]): Promise<void> {
  const rows = messages.map(({ id, booking, kind, at, state, stateAt, reason, sent, answer, rating }) => ({
    ...{ id, kind, round: 1, state, reason, answer, rating, attempts: 0, refused_ways: [] },
    ...{ lead_id: booking.lead, booking_version: booking.version, service_center_id: booking.center },
    ...{ due_at: at, state_at: stateAt, asked_at: sent && at, answered_at: answer && stateAt },
    ...{ way: sent?.way, language: sent?.language, text: sent?.text, parts: sent?.parts },
  }));
  await sql`
    insert into customer_messages
    select * from json_populate_recordset(null::customer_messages, ${JSON.stringify(rows)})`.execute(db);
}
