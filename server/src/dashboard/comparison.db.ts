import { type RawBuilder, sql } from 'kysely';
import type { ComparisonGrouping, WorkFigures } from '#contract/comparison.ts';
import { type BookingScope, bookingConditions, isBookingDue } from '#server/db/booking-fragments.ts';
import { planEachTime } from '#server/db/connections/prepared.ts';
import { hasAnyStatus } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';

/**
 * `bookings`: the days, and before when bookings were due. `boundaries`: when each day begins, and last when the day after begins. What happened from `until` on does not count; without it,
 * answers count until now.
 */
type WorkScope = {
  bookings: BookingScope & { from: string };
  boundaries: readonly Date[];
  until?: Date | undefined;
  serviceCenter?: string;
  advisor?: string | null;
  platform?: string;
};

/** A number of leads; for `answered`, of those answered after `key` working minutes, rounded down. */
export type WorkSum = {
  figure: Exclude<keyof WorkFigures, 'median' | 'ninetieth'>;
  key: number;
  leads: number;
};

/** Sums by group and of all groups by day, counted from 0. */
export type GroupedWork = {
  groups: ({ id: string | null } & WorkSum)[];
  days: ({ day: number } & WorkSum)[];
};

// A row stands for a group or for a day.
type Place = { isOfDay: boolean; id: string | null; day: number | null };

const groups = {
  serviceCenter: sql`service_center_id::text`,
  advisor: sql`advisor_id::text`,
  platform: sql`coalesce(platform, 'none')`,
};

/**
 * Sums what the work on active leads came to: those entered on the days, with their answers; those first booked on them; and those
 * completed or lost on them that still are, each read from an index alone; and the bookings for them that were due.
 */
export async function sumWork(
  db: Db,
  scope: WorkScope,
  by: ComparisonGrouping,
  now: Date,
): Promise<GroupedWork> {
  const [entered, outcomes] = await Promise.all([
    sumEntered(db, scope, by, now),
    Promise.all([sumBooked(db, scope, by), sumClosed(db, scope, by), sumBookings(db, scope, by)]),
  ]);
  const sums = [...entered.flatMap(toSums), ...outcomes.flat()];
  return {
    groups: sums.flatMap(({ isOfDay, id, figure, key, leads }) =>
      isOfDay ? [] : [{ id, figure, key, leads }],
    ),
    days: sums.flatMap(({ isOfDay, day, figure, key, leads }) =>
      isOfDay && day !== null ? [{ day: day - 1, figure, key, leads }] : [],
    ),
  };
}

type Entered = Place & { minutes: number | null; entered: number; timed: number; inTarget: number };

async function sumEntered(db: Db, scope: WorkScope, by: ComparisonGrouping, now: Date): Promise<Entered[]> {
  const { until } = scope;
  const isAnswered = until ? sql`responded_at < ${until}` : sql`responded_at is not null`;
  // Who may still be answered in time is no miss. The index that holds all of this begins with the status.
  const { rows } = await sql<Entered>`
    select ${place}, minutes, count(*)::int as entered,
      (count(response_due_at) filter (where is_answered or response_due_at < ${until ?? now}))::int as timed,
      (count(*) filter (where is_answered and responded_at <= response_due_at))::int as "inTarget"
    from (select ${groups[by]} as id, ${dayOf('created_at', scope)} as day, ${isAnswered} as is_answered,
        case when ${isAnswered} then rounded_minutes(response_minutes) end as minutes, response_due_at, responded_at
      from leads where is_active and ${hasAnyStatus}
        and ${within('created_at', scope)}) entered
    group by grouping sets ((id, minutes), (day, minutes)) ${planEachTime}`.execute(db);
  return rows;
}

function toSums({ minutes, entered, timed, inTarget, ...of }: Entered): (Place & WorkSum)[] {
  return [
    { ...of, figure: 'entered', key: 0, leads: entered },
    { ...of, figure: 'timed', key: 0, leads: timed },
    { ...of, figure: 'inTarget', key: 0, leads: inTarget },
    ...(minutes === null ? [] : [{ ...of, figure: 'answered' as const, key: minutes, leads: entered }]),
  ];
}

async function sumBooked(db: Db, scope: WorkScope, by: ComparisonGrouping): Promise<(Place & WorkSum)[]> {
  const { rows } = await sql<Place & WorkSum>`
    select ${place}, 'booked' as figure, 0 as key, count(*)::int as leads
    from (select ${groups[by]} as id, ${dayOf('first_booked_at', scope)} as day
      from leads where is_active and ${within('first_booked_at', scope)}) booked
    group by grouping sets ((id), (day)) ${planEachTime}`.execute(db);
  return rows;
}

async function sumClosed(db: Db, scope: WorkScope, by: ComparisonGrouping): Promise<(Place & WorkSum)[]> {
  const { rows } = await sql<Place & WorkSum>`
    select ${place}, case status when 'completed' then 'completed' else 'lost' end as figure, 0 as key, count(*)::int as leads
    from (select ${groups[by]} as id, ${dayOf('status_at', scope)} as day, status
      from leads where is_active and status in ('completed', 'lostCustomer') and ${within('status_at', scope)}) closed
    group by grouping sets ((id, status), (day, status)) ${planEachTime}`.execute(db);
  return rows;
}

// A booking is whose booked it.
async function sumBookings(db: Db, scope: WorkScope, by: ComparisonGrouping): Promise<(Place & WorkSum)[]> {
  const { bookings, serviceCenter, advisor, platform } = scope;
  const group = by === 'advisor' ? sql`b.booked_by::text` : groups[by];
  const person = advisor === undefined ? sql`` : sql` and b.booked_by is not distinct from ${advisor}::uuid`;
  const { rows } = await sql<Place & { due: number; shownUp: number; didNotCome: number }>`
    select ${place}, count(*)::int as due, (count(*) filter (where is_shown))::int as "shownUp",
      (count(*) filter (where is_missed))::int as "didNotCome"
    from (select ${group} as id, b.day - ${bookings.from}::date + 1 as day, is_shown, is_missed
      from (select lead_id, b.day, b.booked_by, ${bookingConditions.shownUp} as is_shown,
        ${bookingConditions.didNotCome} as is_missed from bookings b where ${isBookingDue(bookings)}) b
        join leads l on l.id = lead_id
      where is_active${narrowed({ serviceCenter, platform })}${person}) due
    group by grouping sets ((id), (day)) ${planEachTime}`.execute(db);
  return rows.flatMap(({ due, shownUp, didNotCome, ...of }) => [
    { ...of, figure: 'bookingsDue' as const, key: 0, leads: due },
    { ...of, figure: 'shownUp' as const, key: 0, leads: shownUp },
    { ...of, figure: 'didNotCome' as const, key: 0, leads: didNotCome },
  ]);
}

const place = sql`grouping(id) = 1 as "isOfDay", id, day`;

function dayOf(moment: string, { boundaries }: WorkScope): RawBuilder<unknown> {
  return sql`width_bucket(${sql.ref(moment)}, ${toParameter(boundaries)})`;
}

function within(moment: string, scope: WorkScope): RawBuilder<unknown> {
  const { boundaries, until } = scope;
  const at = sql.ref(moment);
  return sql`${at} >= ${boundaries[0]} and ${at} < ${until ?? boundaries.at(-1)}${narrowed(scope)}`;
}

function narrowed({
  serviceCenter,
  advisor,
  platform,
}: Omit<WorkScope, 'boundaries' | 'bookings'>): RawBuilder<unknown> {
  const center = serviceCenter ? sql` and service_center_id = ${serviceCenter}` : sql``;
  const person = advisor === undefined ? sql`` : sql` and advisor_id is not distinct from ${advisor}::uuid`;
  const ofPlatform = platform ? sql` and coalesce(platform, 'none') = ${platform}` : sql``;
  return sql`${center}${person}${ofPlatform}`;
}

function toParameter(moments: readonly Date[]): RawBuilder<unknown> {
  return sql`${moments.map((at) => at.toISOString())}::timestamptz[]`;
}
