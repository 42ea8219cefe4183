import { type RawBuilder, sql } from 'kysely';
import type { Advisor } from '#contract/leads/lead-advisors.ts';
import { management } from '#contract/levels.ts';
import type { Db } from '#server/db/transaction.ts';

const most = 500;

const levels = sql.join(management.map((level) => sql.lit(level)));

/** Who may be the advisor of leads, for an `employees` row `e`; `of` narrows `s.service_center_id`. */
export function mayHave(of: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(e.is_active and (e.level in (${levels}) or (e.level = 'service' and exists (
    select from employee_service_centers s where s.employee_id = e.id ${of}))))`;
}

/** {@link mayHave} of one employee, and the center of a lead `l`. */
export function mayHaveLead(employee: string): RawBuilder<boolean> {
  return sql`exists (select from employees e
    where e.id = ${employee} and ${mayHave(sql`and s.service_center_id = l.service_center_id`)})`;
}

/** False for an unknown employee. Without `center`: of any. */
export async function mayHaveLeads(db: Db, id: string, center?: string): Promise<boolean> {
  const ofCenter = center ? sql`and s.service_center_id = ${center}` : sql``;
  const { rows } = await sql<{ may: boolean }>`
    select ${mayHave(ofCenter)} as may from employees e where id = ${id}`.execute(db);
  return rows[0]?.may ?? false;
}

/** @param centers undefined means all. */
export async function findAdvisors(db: Db, centers: readonly string[] | undefined): Promise<Advisor[]> {
  const ofCenters = centers ? sql`and s.service_center_id = any(${centers}::uuid[])` : sql``;
  const { rows } = await sql<Advisor>`
    select e.id as "_id", e.name, e.level from employees e where ${mayHave(ofCenters)}
    order by e.name collate "und-x-icu", e.id limit ${sql.lit(most)}`.execute(db);
  return rows;
}

/** Whoever may have some of the leads, with how many of them they may not have. */
export async function findAdvisorsOf(
  db: Db,
  leads: readonly string[],
): Promise<(Advisor & { away: number })[]> {
  const { rows } = await sql<Advisor & { away: number }>`
    with chosen as (
      select service_center_id, count(*)::int as leads from leads where id = any(${leads}::uuid[]) group by 1),
    people as (
      select e.id as "_id", e.name, e.level, coalesce((select sum(c.leads) from chosen c
          where not ${mayHave(sql`and s.service_center_id = c.service_center_id`)}), 0)::int as away
      from employees e
      where ${mayHave(sql`and s.service_center_id in (select service_center_id from chosen)`)})
    select * from people order by name collate "und-x-icu", "_id" limit ${sql.lit(most)}`.execute(db);
  return rows;
}
