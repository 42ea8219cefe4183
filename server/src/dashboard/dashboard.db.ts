import { type RawBuilder, sql } from 'kysely';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import type { SummedLeadFigure } from '#contract/leads/management-lead-filters.ts';
import { addDays, instantInTimeZone } from '#contract/text/dates.ts';
import { planEachTime } from '#server/db/connections/prepared.ts';
import { hasAnyStatus } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';

type Scope = { timeZone: string; from: string; to: string; serviceCenter?: string };

/** The leads that {@link sumLeadsByStage} counts; an `advisor` of null means those without one. */
export type StageScope = Scope & { advisor?: string | null; platform?: string };

/** A number of leads by a figure and its value, such as the status `pending`. */
export type FigureSum = { figure: SummedLeadFigure; key: string; leads: number };

type DaySum = { date: string; status: LeadStatus; leads: number };

/** Sums the figures of all leads by day of entry from their counter, and leads by day of entry and present status. */
export async function sumLeadsByFigure(
  db: Db,
  { timeZone, from, to, serviceCenter }: Scope,
): Promise<{ days: DaySum[]; figures: FigureSum[] }> {
  const center = serviceCenter ? sql` and service_center_id = ${serviceCenter}` : sql``;
  type Sum = ({ date: string; key: LeadStatus } | ({ date: null } & FigureSum)) & { leads: number };
  const { rows } = await sql<Sum>`
    select case figure when 'status' then entered_on end as date, figure, key, sum(leads)::int as leads from lead_figures
    where time_zone = ${timeZone} and entered_on between ${from} and ${to}${center}
    group by 1, 2, 3 having sum(leads) > 0 ${planEachTime}`.execute(db);
  return {
    days: rows.flatMap((row) =>
      row.date === null ? [] : [{ date: row.date, status: row.key, leads: row.leads }],
    ),
    figures: rows.flatMap((row) => (row.date === null ? [row] : [])),
  };
}

/** Sums how far the active leads of an advisor or platform came, and why they were lost. */
export async function sumLeadsByStage(db: Db, scope: StageScope): Promise<FigureSum[]> {
  // The index that holds all of this but the reason begins with the status.
  const { rows } = await sql<FigureSum>`
    select 'stage' as figure, furthest_status || case when status = 'lostCustomer' then ' lost' else '' end as key, sum(leads)::int as leads
    from (select furthest_status, status, count(*) as leads from leads
      where ${hasAnyStatus} and ${isOfScope(scope)} group by 1, 2) stages
    group by 2
    union all
    select 'lostReason', lost_reason_key(lost_reason), sum(leads)::int
    from (select lost_reason, count(*) as leads from leads
      where status = 'lostCustomer' and ${isOfScope(scope)} group by 1) reasons
    group by 2 ${planEachTime}`.execute(db);
  return rows;
}

function isOfScope({
  timeZone,
  from,
  to,
  serviceCenter,
  advisor,
  platform,
}: StageScope): RawBuilder<unknown> {
  const begins = instantInTimeZone(timeZone, from, '00:00');
  const ends = instantInTimeZone(timeZone, addDays(to, 1), '00:00');
  const center = serviceCenter ? sql` and service_center_id = ${serviceCenter}` : sql``;
  const ofPlatform = platform ? sql` and coalesce(platform, 'none') = ${platform}` : sql``;
  const person = advisor ? sql` and advisor_id = ${advisor}` : sql` and advisor_id is null`;
  return sql`is_active and created_at >= ${begins} and created_at < ${ends}${center}${ofPlatform}${advisor === undefined ? sql`` : person}`;
}
