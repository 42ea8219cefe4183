import { type RawBuilder, sql } from 'kysely';
import { management } from '#contract/levels.ts';
import type { Db } from '#server/db/transaction.ts';

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
