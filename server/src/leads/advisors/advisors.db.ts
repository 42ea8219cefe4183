import { type RawBuilder, sql } from 'kysely';
import type { Advisor } from '#contract/leads/lead-advisors.ts';
import { management } from '#contract/levels.ts';
import type { Db } from '#server/db/transaction.ts';

const most = 500;

const levels = sql.join(management.map((level) => sql.lit(level)));

/** For an `employees` row `e`; `of` narrows `s.service_center_id`. */
function mayHave(of: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(e.is_active and (e.level in (${levels}) or (e.level = 'service' and exists (
    select from employee_service_centers s where s.employee_id = e.id ${of}))))`;
}

/** @param centers undefined means all. */
export async function findAdvisors(db: Db, centers: readonly string[] | undefined): Promise<Advisor[]> {
  const ofCenters = centers ? sql`and s.service_center_id = any(${centers}::uuid[])` : sql``;
  const { rows } = await sql<Advisor>`
    select e.id as "_id", e.name, e.level from employees e where ${mayHave(ofCenters)}
    order by e.name collate "und-x-icu", e.id limit ${sql.lit(most)}`.execute(db);
  return rows;
}

/** False for an unknown employee. Without `center`: of any. */
export async function mayHaveLeads(db: Db, id: string, center?: string): Promise<boolean> {
  const ofCenter = center ? sql`and s.service_center_id = ${center}` : sql``;
  const { rows } = await sql<{ may: boolean }>`
    select ${mayHave(ofCenter)} as may from employees e where id = ${id}`.execute(db);
  return rows[0]?.may ?? false;
}

/** Open leads that the advisor may no longer have. */
export async function lockLostLeads(db: Db, advisor: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from leads l
    where is_active and status in ('pending', 'potential', 'booked') and coalesce(advisor_id, last_modified_by) = ${advisor}
      and advisor_id = ${advisor} and not exists (select from employees e
        where e.id = ${advisor} and ${mayHave(sql`and s.service_center_id = l.service_center_id`)})
    order by created_at desc, id desc limit ${limit} for update`.execute(db);
  return rows.map(({ id }) => id);
}
