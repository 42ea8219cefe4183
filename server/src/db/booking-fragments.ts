import { type RawBuilder, sql } from 'kysely';
import { joinConditions } from '#server/db/fragments.ts';

/** The bookings that are due in a span of days. `from`, `to`: its days; `before`: the day, and the time on it, by the dealer's clock. */
export type BookingScope = { from?: string; to?: string; before: { day: string; time: string } };

/** A condition in SQL: the booking `b` stood when its time came; one without a time is due once its day has passed. */
export function isBookingDue({ from, to, before: { day, time } }: BookingScope): RawBuilder<unknown> {
  return joinConditions([
    sql`b.is_held`,
    from && sql`b.day >= ${from}`,
    to && sql`b.day <= ${to}`,
    sql`(b.day < ${day} or (b.day = ${day} and b.time < ${time}))`,
  ]);
}

/** Conditions in SQL on bookings `b`: whoever's lead was completed has shown up, whatever was said before. */
export const bookingConditions = {
  shownUp: sql`(b.outcome = 'arrived' or b.ending = 'completed')`,
  didNotCome: sql`b.outcome = 'didNotCome' and b.ending is distinct from 'completed'`,
};

/** A condition in SQL: the booking `b` stands, and its customer may come. */
export const isStanding = sql<boolean>`(b.ended_at is null and b.outcome is distinct from 'didNotCome')`;

/**
 * A condition in SQL: the work of the booking `b` was done on its day or later.
 *
 * @param timeZone the dealer's: what was completed before its day has freed its place.
 */
export function isDoneInPlace(timeZone: string): RawBuilder<boolean> {
  return sql<boolean>`(b.ending = 'completed' and (b.ended_at at time zone ${timeZone})::date >= b.day)`;
}

/** A condition in SQL: the booking `b` takes a place of its day. */
export function takesPlace(timeZone: string): RawBuilder<boolean> {
  return sql<boolean>`(b.is_held and (${isStanding} or ${isDoneInPlace(timeZone)}))`;
}
