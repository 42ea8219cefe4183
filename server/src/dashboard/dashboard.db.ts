import { type RawBuilder, sql } from 'kysely';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import type { LeadFigureName } from '#contract/leads/management-lead-filters.ts';
import { planEachTime } from '#server/db/connections/prepared.ts';
import { noAdvisorId } from '#server/db/fragments.ts';
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

export async function sumLeadsByStage(
  db: Db,
  { advisor, platform, ...scope }: StageScope,
): Promise<FigureSum[]> {
  const person = advisor === undefined ? sql`` : sql` and advisor_id = ${advisor ?? noAdvisorId}`;
  const ofPlatform = platform ? sql` and platform = ${platform}` : sql``;
  const { rows } = await sql<FigureSum>`
    select figure, key, sum(leads)::int as leads from lead_stage_counts cross join lateral (values
      ('stage', stage), ('lostReason', case when stage like '% lost' then lost_reason end)) of (figure, key)
    where ${within(scope)}${person}${ofPlatform} and key is not null
    group by 1, 2 having sum(leads) > 0 ${planEachTime}`.execute(db);
  return rows;
}

function within({ timeZone, from, to, serviceCenter }: Scope): RawBuilder<unknown> {
  const center = serviceCenter ? sql` and service_center_id = ${serviceCenter}` : sql``;
  return sql`time_zone = ${timeZone} and entered_on between ${from} and ${to}${center}`;
}
