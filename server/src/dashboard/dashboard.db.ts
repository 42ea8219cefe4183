import { type RawBuilder, sql } from 'kysely';
import { type LeadStatus, leadStatuses } from '#contract/leads/lead-status.ts';
import type { LeadFigureName } from '#contract/leads/management-lead-filters.ts';
import { addDays, instantInTimeZone } from '#contract/text/dates.ts';
import { planEachTime } from '#server/db/connections/prepared.ts';
import type { Db } from '#server/db/transaction.ts';

type Scope = { timeZone: string; from: string; to: string; serviceCenter?: string };

export type StageScope = Scope & { advisor?: string | null; platform?: string };

export type FigureSum = { figure: LeadFigureName; key: string; leads: number };

/** Sums leads by day of entry and present status. */
export async function sumLeadsByDay(
  db: Db,
  scope: Scope,
): Promise<{ date: string; status: LeadStatus; leads: number }[]> {
  const { rows } = await sql<{ date: string; status: LeadStatus; leads: number }>`
    select entered_on as date, status, sum(leads)::int as leads from lead_entry_counts
    where ${within(scope)} group by 1, 2 ${planEachTime}`.execute(db);
  return rows;
}

export async function sumLeadsByFigure(db: Db, scope: Scope): Promise<FigureSum[]> {
  const { rows } = await sql<FigureSum>`
    select figure, key, sum(leads)::int as leads from lead_figures
    where ${within(scope)} group by 1, 2 having sum(leads) > 0 ${planEachTime}`.execute(db);
  return rows;
}

/** Counts how far the active leads of an advisor or platform came, and why they were lost. */
export async function sumLeadsByStage(db: Db, scope: StageScope): Promise<FigureSum[]> {
  // The index that holds all of this but the reason begins with the status.
  const { rows } = await sql<FigureSum>`
    select 'stage' as figure, furthest_status || case when status = 'lostCustomer' then ' lost' else '' end as key, sum(leads)::int as leads
    from (select furthest_status, status, count(*) as leads from leads
      where status in (${sql.join(leadStatuses.map((status) => sql.lit(status)))}) and ${isOfScope(scope)} group by 1, 2) stages
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

function within({ timeZone, from, to, serviceCenter }: Scope): RawBuilder<unknown> {
  const center = serviceCenter ? sql` and service_center_id = ${serviceCenter}` : sql``;
  return sql`time_zone = ${timeZone} and entered_on between ${from} and ${to}${center}`;
}
