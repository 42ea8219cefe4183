import { type RawBuilder, sql } from 'kysely';
import type { ComparisonGrouping, WorkFigures } from '#contract/comparison.ts';
import { planEachTime } from '#server/db/connections/prepared.ts';
import { noAdvisorId } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';

type Days = { from: string; to: string };

export type WorkScope = {
  timeZone: string;
  serviceCenter?: string;
  advisor?: string | null;
  platform?: string;
};

export type WorkSum = {
  id: string | null;
  figure: Exclude<keyof WorkFigures, 'median' | 'ninetieth'>;
  key: number;
  leads: number;
};

const groups = {
  serviceCenter: sql`service_center_id::text`,
  advisor: sql`nullif(employee_id, ${noAdvisorId}::uuid)::text`,
  platform: sql`platform`,
};

const running = {
  serviceCenter: sql`service_center_id::text`,
  advisor: sql`advisor_id::text`,
  platform: sql`coalesce(platform, 'none')`,
};

export async function sumWork(
  db: Db,
  days: Days,
  scope: WorkScope,
  by: ComparisonGrouping,
): Promise<WorkSum[]> {
  const { rows } = await sql<WorkSum>`
    select ${groups[by]} as id, figure, key, sum(leads)::int as leads from lead_work_figures
    where ${within(days, scope)} and figure <> 'recorded'
    group by 1, 2, 3 having sum(leads) > 0 ${planEachTime}`.execute(db);
  return rows;
}

type DaySum = Pick<WorkSum, 'figure' | 'key' | 'leads'> & { date: string };

export async function sumWorkByDay(db: Db, days: Days, scope: WorkScope): Promise<DaySum[]> {
  const { rows } = await sql<DaySum>`
    select day as date, figure, key, sum(leads)::int as leads from lead_work_figures
    where ${within(days, scope)} and figure not in ('recorded', 'timed')
    group by 1, 2, 3 having sum(leads) > 0 ${planEachTime}`.execute(db);
  return rows;
}

/** Enquiries of these days that may still be answered in time: few, of the index that holds those that nobody has answered. */
export async function countStillAnswerableBy(
  db: Db,
  { from, to }: Days,
  { timeZone, serviceCenter, advisor, platform }: WorkScope,
  by: ComparisonGrouping,
  now: Date,
): Promise<{ id: string | null; leads: number }[]> {
  const centers = serviceCenter
    ? sql`${[serviceCenter]}::uuid[]`
    : sql`array(select id from service_centers)`;
  const person = advisor === undefined ? sql`` : sql` and advisor_id is not distinct from ${advisor}::uuid`;
  const ofPlatform = platform ? sql` and coalesce(platform, 'none') = ${platform}` : sql``;
  const { rows } = await sql<{ id: string | null; leads: number }>`
    select ${running[by]} as id, count(*)::int as leads from leads
    where due_kind = 'new' and service_center_id = any(${centers}) and response_due_at >= ${now}${person}${ofPlatform}
      and (created_at at time zone ${timeZone})::date between ${from} and ${to}
    group by 1 ${planEachTime}`.execute(db);
  return rows;
}

function within(
  { from, to }: Days,
  { timeZone, serviceCenter, advisor, platform }: WorkScope,
): RawBuilder<unknown> {
  const center = serviceCenter ? sql` and service_center_id = ${serviceCenter}` : sql``;
  const employee = advisor === undefined ? sql`` : sql` and employee_id = ${advisor ?? noAdvisorId}`;
  const ofPlatform = platform ? sql` and platform = ${platform}` : sql``;
  return sql`time_zone = ${timeZone} and day between ${from} and ${to}${center}${employee}${ofPlatform}`;
}
