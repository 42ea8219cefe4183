import { sql } from 'kysely';
import { type BookingRules, bookingRules } from '#contract/bookings/booking-rules.ts';
import type { BookedCounts } from '#contract/bookings/places.ts';
import type { ServiceCenterName } from '#contract/people.ts';
import type { PlaceLimits } from '#server/context.ts';
import { isDoneInPlace, isStanding, takesPlace } from '#server/db/booking-fragments.ts';
import type { Db } from '#server/db/transaction.ts';

const rulesOfRow = sql`case when r.service_center_id is not null then json_build_object('week', r.week,
  'daysAhead', r.days_ahead, 'noticeMinutes', r.notice_minutes, 'closures', r.closures) end`;

/** Reads the rules of all centers that have some, and the limits of all offerings that have some. */
export async function readPlaceLimits(db: Db): Promise<PlaceLimits> {
  const { rows } = await sql<{
    centers: { id: string; rules: unknown }[];
    offerings: { id: string; name: string; minutes: number | null; perDay: number | null }[];
  }>`select
      (select coalesce(json_agg(json_build_object('id', r.service_center_id, 'rules', ${rulesOfRow})), '[]')
        from booking_rules r) as centers,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'minutes', booking_minutes, 'perDay', bookings_per_day)), '[]')
        from offerings where booking_minutes is not null or bookings_per_day is not null) as offerings`.execute(
    db,
  );
  const { centers = [], offerings = [] } = rows[0] ?? {};
  return {
    rules: new Map(centers.map(({ id, rules }) => [id, bookingRules.parse(rules)])),
    offerings: new Map(offerings.map(({ id, ...limits }) => [id, limits])),
  };
}

/** A center with its rules; null if it takes any booking. */
export type CenterRules = { center: ServiceCenterName; rules: BookingRules | null };

/**
 * Finds the booking rules of the active centers, by name, or of one center, even if it is not active; a center without rules comes
 * with null.
 */
export async function findCenterRules(db: Db, id?: string): Promise<CenterRules[]> {
  const which = id === undefined ? sql`c.is_active` : sql`c.id = ${id}`;
  const { rows } = await sql<{ id: string; name: string; rules: unknown }>`
    select c.id, c.name, ${rulesOfRow} as rules
    from service_centers c left join booking_rules r on r.service_center_id = c.id
    where ${which} order by c.name collate "und-x-icu", c.id`.execute(db);
  return rows.map(({ id: _id, name, rules }) => ({
    center: { _id, name },
    rules: bookingRules.nullable().parse(rules),
  }));
}

/** Lets one transaction at a time change rules, until its commit. */
export async function lockBookingRules(db: Db): Promise<void> {
  await sql`lock table booking_rules in share row exclusive mode`.execute(db);
}

/** Stores the rules of a center in place of its earlier ones; null deletes them. */
export async function replaceBookingRules(db: Db, center: string, rules: BookingRules | null): Promise<void> {
  if (rules === null) {
    await db.deleteFrom('booking_rules').where('service_center_id', '=', center).execute();
    return;
  }
  const { week, daysAhead: days_ahead, noticeMinutes: notice_minutes, closures } = rules;
  const row = {
    ...{ week: JSON.stringify(week), closures: JSON.stringify(closures) },
    ...{ days_ahead, notice_minutes },
  };
  await db
    .insertInto('booking_rules')
    .values({ service_center_id: center, ...row })
    .onConflict((conflict) => conflict.column('service_center_id').doUpdateSet(row))
    .execute();
}

type CountOptions = { timeZone: string; offering?: string | null; exceptLead?: string | undefined };

/**
 * Counts what is booked at a center on each of `days` days, in all and by hour. Days without bookings are missing.
 *
 * @param options.exceptLead leaves out this lead's bookings.
 */
export async function countBookedByHour(
  db: Db,
  { center, from, days }: { center: string; from: string; days: number },
  { timeZone, offering = null, exceptLead }: CountOptions,
): Promise<Map<string, BookedCounts>> {
  const others = exceptLead === undefined ? sql`` : sql`and b.lead_id <> ${exceptLead}`;
  const { rows } = await sql<{ day: string; hour: string | null; booked: number; ofOffering: number }>`
    select b.day, left(b.time, 2) as hour, count(*)::int as booked,
      count(*) filter (where b.offering_id = ${offering}::uuid)::int as "ofOffering"
    from bookings b
    where b.day >= ${from}::date and b.day < ${from}::date + ${days}::int and b.service_center_id = ${center}
      and ${takesPlace(timeZone)} ${others}
    group by b.day, left(b.time, 2)`.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ day }) => day)].map(([day, hours]) => [
      day,
      {
        total: hours.reduce((sum, { booked }) => sum + booked, 0),
        byHour: new Map(
          hours.flatMap(({ hour, booked }) => (hour === null ? [] : [[Number(hour), booked] as const])),
        ),
        ofOffering: hours.reduce((sum, { ofOffering }) => sum + ofOffering, 0),
      },
    ]),
  );
}

/**
 * Counts what is booked at each center on each day of a period; centers that are not active are left out unless something is booked
 * there.
 *
 * @param today by the dealer's clock: of later days, nothing is done yet.
 */
export async function countBookedByDay(
  db: Db,
  { centers, from, days }: { centers: readonly string[] | undefined; from: string; days: number },
  { timeZone, today }: { timeZone: string; today: string },
): Promise<{ center: ServiceCenterName; booked: Map<string, number> }[]> {
  const ofCenters = centers ? sql`b.service_center_id = any(${centers}::uuid[])` : sql`true`;
  const named = centers ? sql`c.id = any(${centers}::uuid[])` : sql`true`;
  const inDays = sql`b.day >= ${from}::date and b.day < ${from}::date + ${days}::int and ${ofCenters}`;
  const { rows } = await sql<{ id: string; name: string; booked: Record<string, number> | null }>`
    select c.id, c.name, d.booked
    from service_centers c left join (
      select service_center_id, json_object_agg(day, booked) as booked
      from (
        select service_center_id, day, sum(booked)::int as booked
        from (
          select b.service_center_id, b.day, count(*) as booked from bookings b
            where ${inDays} and ${isStanding} group by b.day, b.service_center_id
          union all
          select b.service_center_id, b.day, count(*) from bookings b
            where ${inDays} and b.day <= ${today}::date and b.is_held and ${isDoneInPlace(timeZone)}
            group by b.day, b.service_center_id) counted
        group by day, service_center_id) by_day
      group by service_center_id) d on d.service_center_id = c.id
    where ${named} and (c.is_active or d.booked is not null)
    order by c.name collate "und-x-icu", c.id`.execute(db);
  return rows.map(({ id: _id, name, booked }) => ({
    center: { _id, name },
    booked: new Map(Object.entries(booked ?? {})),
  }));
}

/** A day of a center, whose places are locked together. */
export type CenterDay = { center: string; date: string };

/**
 * Locks days of centers, so that nobody else books places of them until the transaction ends. All callers must pass days in the same
 * order.
 */
export async function lockBookingDays(db: Db, days: readonly CenterDay[]): Promise<void> {
  const keys = days.map(({ center, date }) => `places ${center} ${date}`);
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) key`.execute(
    db,
  );
}

/** A place that a lead has in a day of a center, with or without a time. */
export type BookedPlace = CenterDay & { lead: string; time: string | null; offering: string | null };

/** Finds the places that are taken on days, without waiting for transactions that change them. */
export async function findBookedPlaces(
  db: Db,
  days: readonly CenterDay[],
  timeZone: string,
): Promise<BookedPlace[]> {
  const centers = days.map(({ center }) => center);
  const dates = days.map(({ date }) => date);
  const { rows } = await sql<BookedPlace>`
    select b.service_center_id as center, b.day as date, b.lead_id as lead, b.time, b.offering_id as offering
    from unnest(${centers}::uuid[], ${dates}::date[]) of (center, day)
      join bookings b on b.day = of.day and b.service_center_id = of.center
    where ${takesPlace(timeZone)}`.execute(db);
  return rows;
}

/** Finds the place of a lead's current booking; undefined when it is not booked. */
export async function findPlaceOfLead(db: Db, lead: string): Promise<Omit<BookedPlace, 'lead'> | undefined> {
  return db
    .selectFrom('bookings')
    .select(['service_center_id as center', 'day as date', 'time', 'offering_id as offering'])
    .where('lead_id', '=', lead)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}
