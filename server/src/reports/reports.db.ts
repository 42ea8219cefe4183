import { type RawBuilder, sql } from 'kysely';
import { reportWindowDays } from '#contract/business.ts';
import type { ServiceCenterName } from '#contract/people.ts';
import {
  type ListedFigure,
  type ReportStatus,
  type ReportWindow,
  reportStatuses,
  reportWindowNames,
} from '#contract/reports.ts';
import { planEachTime } from '#server/db/connections/prepared.ts';
import { centersOfEmployee } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';

/** Leads of a center or employee that entered the status in each window, today included. */
export type StatusSums = { id: string; status: ReportStatus } & Record<ReportWindow, number>;

export type ReportDay = { timeZone: string; today: string };

export function sumStatusesByCenter(db: Db, today: ReportDay, center?: string): Promise<StatusSums[]> {
  const narrowed = center ? sql`and service_center_id = ${center}` : sql``;
  return sumBy(db, sql`service_center_id`, today, narrowed);
}

export function sumStatusesByRecorder(db: Db, today: ReportDay): Promise<StatusSums[]> {
  return sumBy(db, sql`employee_id`, today, sql``);
}

export async function findReportCenters(db: Db, center?: string): Promise<ServiceCenterName[]> {
  return db
    .selectFrom('service_centers')
    .select(['id as _id', 'name'])
    .$if(center !== undefined, (query) => query.where('id', '=', center ?? ''))
    .orderBy(sql`name collate "und-x-icu"`)
    .orderBy('id')
    .execute();
}

export async function findRecorders(
  db: Db,
): Promise<{ _id: string; name: string; serviceCenters: ServiceCenterName[] }[]> {
  return db
    .selectFrom('employees as e')
    .where('e.is_connection', '=', false)
    .select(['e.id as _id', 'e.name', centersOfEmployee.as('serviceCenters')])
    .orderBy(sql`e.name collate "und-x-icu"`)
    .orderBy('e.id')
    .execute();
}

async function sumBy(
  db: Db,
  by: RawBuilder<unknown>,
  { timeZone, today }: ReportDay,
  narrowed: RawBuilder<unknown>,
): Promise<StatusSums[]> {
  const windows = reportWindowNames.map(
    (name) =>
      sql`coalesce(sum(leads) filter (where status_on > ${today}::date - ${sql.lit(reportWindowDays[name])}), 0)::int
        as ${sql.ref(name)}`,
  );
  const { rows } = await sql<StatusSums>`
    select ${by} as id, status, ${sql.join(windows)} from lead_status_counts
    where time_zone = ${timeZone} and status_on > ${today}::date - ${sql.lit(reportWindowDays.thirtyDays)} and status_on <= ${today}
      and status in (${sql.join(reportStatuses.map((status) => sql.lit(status)))}) ${narrowed}
    group by 1, 2 ${planEachTime}`.execute(db);
  return rows;
}

export type ContactFigure = 'tries' | 'reached' | 'bookings' | 'kept' | 'missed';

export type ContactSums = { id: string; span: number } & Record<ContactFigure, number>;

/** @param begins of the spans, oldest first; `span` counts from 1, and the last one lasts until now. */
export async function sumContacts(db: Db, begins: readonly Date[]): Promise<ContactSums[]> {
  const inUtc = begins.map((at) => at.toISOString().replace('Z', ''));
  const { rows } = await sql<ContactSums>`
    select employee_id as id, width_bucket(quarter, ${inUtc}::timestamp[]) as span,
      sum(tries)::int as tries, sum(reached)::int as reached, sum(bookings)::int as bookings,
      sum(kept)::int as kept, sum(missed)::int as missed
    from lead_contact_counts where quarter >= ${inUtc[0]}::timestamp group by 1, 2`.execute(db);
  return rows;
}

type WorkSums = { id: string; figure: ListedFigure } & Record<ReportWindow, number>;

export async function sumWorkByEmployee(db: Db, { timeZone, today }: ReportDay): Promise<WorkSums[]> {
  const windows = reportWindowNames.map(
    (name) =>
      sql`coalesce(sum(leads) filter (where day > ${today}::date - ${sql.lit(reportWindowDays[name])}), 0)::int
        as ${sql.ref(name)}`,
  );
  const { rows } = await sql<WorkSums>`
    select employee_id as id, figure, ${sql.join(windows)} from lead_work_figures
    where time_zone = ${timeZone} and day > ${today}::date - ${sql.lit(reportWindowDays.thirtyDays)} and day <= ${today}
      and figure in ('inTarget', 'booked', 'completed', 'lost', 'recorded')
    group by 1, 2 ${planEachTime}`.execute(db);
  return rows;
}

export async function countOpenByAdvisor(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; leads: number }>`
    select advisor_id as id, sum(leads)::int as leads from lead_advisor_counts group by 1`.execute(db);
  return new Map(rows.map(({ id, leads }) => [id, leads]));
}
