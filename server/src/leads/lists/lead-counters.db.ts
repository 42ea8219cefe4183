import { type RawBuilder, sql } from 'kysely';
import { type LeadStatus, leadStatuses } from '#contract/leads/lead-status.ts';
import { hasAnyStatus, joinConditions } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';
import {
  buildLeadCondition,
  type Days,
  type LeadConditions,
  type LeadFilter,
  leadConditions,
} from './lead-filter.db.ts';

type Counter = { table: string; isByDay: boolean; parts: LeadConditions };

const { isActive, status, centers, recorder, statusDays } = leadConditions;

const counters: readonly Counter[] = [
  {
    table: 'lead_totals',
    isByDay: false,
    parts: {
      isActive: (is) => sql`figure = ${is ? 'status' : 'archived'}`,
      status: (of) => sql`key = ${of}`,
      centers,
    },
  },
  {
    table: 'lead_totals',
    isByDay: false,
    parts: {
      recorder: (employee) =>
        sql`figure = 'recorded' and key = any(array(select ${employee}::uuid || ' ' || of from unnest(${leadStatuses}::text[]) of))`,
      status: (of) => sql`split_part(key, ' ', 2) = ${of}`,
      centers,
    },
  },
  {
    table: 'lead_figures',
    isByDay: true,
    parts: {
      entered: (days) => sql`figure = 'status' and ${isEnteredOn(days)}`,
      status: (of) => sql`key = ${of}`,
      centers,
    },
  },
  ...figureCounters({
    platform: (platform) => sql`figure = 'platform' and key = ${platform}`,
    offeringType: (type) => sql`figure = 'offeringType' and key = ${type}`,
    lostReason: (reason) => sql`figure = 'lostReason' and key = lost_reason_key(${reason})`,
    milestone: (milestone) => sql`figure = ${milestone}`,
    stage: ({ stages, lost }) => {
      const ends = lost === undefined ? ['', ' lost'] : [lost ? ' lost' : ''];
      const keys = stages.flatMap((stage) => ends.map((end) => `${stage}${end}`));
      return sql`figure = 'stage' and key = any(${keys}::text[])`;
    },
  }),
];

// One each: the tables do not tell which leads have two figures.
function figureCounters(figures: LeadConditions): Counter[] {
  return Object.entries(figures).flatMap(([figure, condition]) => [
    { table: 'lead_totals', isByDay: false, parts: { centers, [figure]: condition } },
    { table: 'lead_figures', isByDay: true, parts: { centers, entered: isEnteredOn, [figure]: condition } },
  ]);
}

function isEnteredOn({ from, to }: Days): RawBuilder<unknown> {
  return joinConditions([from && sql`entered_on >= ${from}`, to && sql`entered_on <= ${to}`]);
}

// What one index counts exactly, as the days bound how much of it is read.
const countedWithinDays: LeadConditions = { isActive, status, centers, recorder, statusDays };

/**
 * Builds the SQL of an exact count, by the first counter that knows the whole filter, or by an index that does.
 *
 * @returns undefined when neither does: the matches then have to be counted.
 */
export function findCounter(filter: LeadFilter, timeZone: string): RawBuilder<number | null> | undefined {
  const { isActive, ...narrowing } = filter;
  for (const { table, isByDay, parts } of counters) {
    const condition = buildLeadCondition(parts, isActive && !parts.isActive ? narrowing : filter);
    if (!condition) continue;
    const days = isByDay ? sql`time_zone = ${timeZone} and` : sql``;
    return sql<number | null>`select sum(leads)::bigint from ${sql.table(table)} where ${days} ${condition}`;
  }
  const condition = isActive && buildLeadCondition(countedWithinDays, filter);
  if (!condition) return undefined;
  // The index begins with the status.
  const any = filter.status ? sql`` : sql`${hasAnyStatus} and`;
  return sql<number | null>`select count(*) from leads where ${any} ${condition}`;
}

/** Reads a count that {@link findCounter} built; null when the counter has no row, which means none. */
export async function readCounter(db: Db, counter: RawBuilder<number | null>): Promise<number | null> {
  const { rows } = await sql<{ total: number | null }>`select (${counter}) as total`.execute(db);
  return rows[0]?.total ?? null;
}

type Sums = Partial<Record<LeadStatus, number>>;

/**
 * Reads how many active leads each center has by status, from counters.
 *
 * @returns sums by center id; a center without leads is missing.
 */
export async function sumLeadsByCenter(db: Db): Promise<ReadonlyMap<string, Sums>> {
  const { rows } = await sql<{ center: string; sums: Sums }>`
    select service_center_id as center, json_object_agg(key, leads) as sums
    from (select service_center_id, key, sum(leads) as leads from lead_totals where figure = 'status' group by 1, 2) counted
    group by 1`.execute(db);
  return new Map(rows.map(({ center, sums }) => [center, sums]));
}

/**
 * Reads how many active leads there are by status, from counters; a status without any is missing.
 *
 * @param ofCenters undefined sums those of all.
 */
export async function sumLeadsByStatus(db: Db, ofCenters: readonly string[] | undefined): Promise<Sums> {
  const narrowed = ofCenters ? sql`and ${centers(ofCenters)}` : sql``;
  const { rows } = await sql<{ status: LeadStatus; leads: string }>`
    select key as status, sum(leads) as leads from lead_totals where figure = 'status' ${narrowed} group by 1`.execute(
    db,
  );
  return Object.fromEntries(rows.map((row) => [row.status, Number(row.leads)]));
}
