import { type RawBuilder, sql } from 'kysely';
import { reportWindows } from '#contract/business.ts';
import type { ServiceCenterName } from '#contract/people.ts';
import {
  type ReportStatus,
  type ReportWindow,
  reportStatuses,
  reportWindowNames,
} from '#contract/reports.ts';
import type { Db } from '#server/db/transaction.ts';

/** How many leads of a center or an employee came into a status within each window, today included. */
export type StatusSums = { id: string; status: ReportStatus } & Record<ReportWindow, number>;

/** Sums of the leads of each center. @param today the dealer's calendar date. */
export function sumByCenter(db: Db, today: string, center?: string): Promise<StatusSums[]> {
  const narrowed = center ? sql`and service_center_id = ${center}` : sql``;
  return sumBy(db, sql`service_center_id`, today, narrowed);
}

/** Sums of the leads that each employee recorded. @param today the dealer's calendar date. */
export function sumByRecorder(db: Db, today: string): Promise<StatusSums[]> {
  return sumBy(db, sql`employee_id`, today, sql``);
}

/** Every center by name, or the one. */
export async function findCenters(db: Db, center?: string): Promise<ServiceCenterName[]> {
  return db
    .selectFrom('service_centers')
    .select(['id as _id', 'name'])
    .$if(center !== undefined, (query) => query.where('id', '=', center ?? ''))
    .orderBy(sql`name collate "und-x-icu"`)
    .orderBy('id')
    .execute();
}

/** Every verified employee by name, with his centers by name. */
export async function findRecorders(
  db: Db,
): Promise<{ _id: string; name: string; serviceCenters: ServiceCenterName[] }[]> {
  return db
    .selectFrom('employees as e')
    .select([
      'e.id as _id',
      'e.name',
      sql<ServiceCenterName[]>`coalesce((
        select json_agg(json_build_object('_id', c.id, 'name', c.name) order by c.name collate "und-x-icu")
        from employee_service_centers ec join service_centers c on c.id = ec.service_center_id
        where ec.employee_id = e.id), '[]')`.as('serviceCenters'),
    ])
    .where('e.is_verified', '=', true)
    .orderBy(sql`e.name collate "und-x-icu"`)
    .orderBy('e.id')
    .execute();
}

async function sumBy(
  db: Db,
  by: RawBuilder<unknown>,
  today: string,
  narrowed: RawBuilder<unknown>,
): Promise<StatusSums[]> {
  const windows = reportWindowNames.map(
    (name) =>
      sql`coalesce(sum(leads) filter (where status_on > ${today}::date - ${sql.lit(reportWindows[name])}), 0)::int
        as ${sql.ref(name)}`,
  );
  const { rows } = await sql<StatusSums>`
    select ${by} as id, status, ${sql.join(windows)} from lead_status_counts
    where status_on > ${today}::date - ${sql.lit(reportWindows.thirtyDays)} and status_on <= ${today}
      and status in (${sql.join(reportStatuses.map((status) => sql.lit(status)))}) ${narrowed}
    group by 1, 2`.execute(db);
  return rows;
}
