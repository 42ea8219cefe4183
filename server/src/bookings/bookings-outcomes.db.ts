import { type Selectable, sql, type Updateable } from 'kysely';
import { isOneOf, selectPerson } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';
import type { Bookings } from '#server/db/types.ts';

/** A booking of a lead, the current one or an ended one. */
export type BookingRow = Omit<Selectable<Bookings>, 'is_held'>;

/** Finds the bookings of a lead, ended ones included, the newest first. */
export function findBookingsOfLead(db: Db, leadId: string): Promise<BookingRow[]> {
  return db
    .selectFrom('bookings')
    .selectAll()
    .where('lead_id', '=', leadId)
    .orderBy('lead_version', 'desc')
    .execute();
}

/** Updates a booking; absent columns stay. */
export async function updateBooking(
  db: Db,
  { lead_id, lead_version }: Pick<BookingRow, 'lead_id' | 'lead_version'>,
  changes: Updateable<Bookings>,
): Promise<void> {
  await db
    .updateTable('bookings')
    .set(changes)
    .where('lead_id', '=', lead_id)
    .where('lead_version', '=', lead_version)
    .execute();
}

type OutcomeRow = Pick<BookingRow, 'day' | 'time'> & {
  id: string;
  outcome: 'arrived' | 'didNotCome';
  at: Date;
  by: { _id: string; name: string };
};

/** Finds the outcomes of leads' bookings with a lower id than `before`, newest first. */
export async function findBookingOutcomes(
  db: Db,
  leadIds: readonly string[],
  { before, limit }: { before: string; limit: number },
): Promise<OutcomeRow[]> {
  const { rows } = await sql<OutcomeRow>`
    select outcome_id as id, outcome, outcome_at as at, day, time, ${selectPerson(sql`outcome_by`)} as by
    from bookings where lead_id ${isOneOf(leadIds)} and outcome_id < ${before}
    order by outcome_id desc limit ${limit}`.execute(db);
  return rows;
}
