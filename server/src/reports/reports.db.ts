import { type RawBuilder, sql } from 'kysely';
import { leadStatuses } from '#contract/leads/lead-status.ts';
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

/** How many leads of a center or employee entered the status in each window. */
export type StatusSums = { id: string; status: ReportStatus } & Record<ReportWindow, number>;

/** When the days of each window begin; all last until `ends`, the end of today. */
export type ReportWindows = { begins: Record<ReportWindow, Date>; ends: Date };

/**
 * Counts the active leads by center and status that entered it in each window, those of one center if it is given; none for a count of
 * 0.
 */
export function sumStatusesByCenter(db: Db, windows: ReportWindows, center?: string): Promise<StatusSums[]> {
  const narrowed = center ? sql`and service_center_id = ${center}` : sql``;
  return sumBy(db, sql`service_center_id`, windows, narrowed);
}

/** Counts the active leads by recorder and status that entered it in each window; none for a count of 0. */
export function sumStatusesByRecorder(db: Db, windows: ReportWindows): Promise<StatusSums[]> {
  return sumBy(db, sql`recorded_by`, windows, sql``);
}

/** Finds all service centers by name, inactive ones too, or one of them. */
export async function findReportCenters(db: Db, center?: string): Promise<ServiceCenterName[]> {
  return db
    .selectFrom('service_centers')
    .select(['id as _id', 'name'])
    .$if(center !== undefined, (query) => query.where('id', '=', center ?? ''))
    .orderBy(sql`name collate "und-x-icu"`)
    .orderBy('id')
    .execute();
}

/** Finds all employees by name, inactive ones too, with their service centers. */
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

// Active leads of the index by time in their status.
async function sumBy(
  db: Db,
  by: RawBuilder<unknown>,
  windows: ReportWindows,
  narrowed: RawBuilder<unknown>,
): Promise<StatusSums[]> {
  const { rows } = await sql<StatusSums>`
    select ${by} as id, status, ${countByWindow('status_at', windows)} from leads
    where is_active and ${isWithin('status_at', windows)}
      and status in (${literals(reportStatuses)}) ${narrowed}
    group by 1, 2 ${planEachTime}`.execute(db);
  return rows;
}

function countByWindow(moment: string, { begins }: ReportWindows): RawBuilder<unknown> {
  return sql.join(
    reportWindowNames.map(
      (name) => sql`(count(*) filter (where ${sql.ref(moment)} >= ${begins[name]}))::int as ${sql.ref(name)}`,
    ),
  );
}

const sumOfWindows = sql.join(
  reportWindowNames.map((name) => sql`sum(${sql.ref(name)})::int as ${sql.ref(name)}`),
);

function isWithin(moment: string, { begins, ends }: ReportWindows): RawBuilder<unknown> {
  return sql`${sql.ref(moment)} >= ${begins.thirtyDays} and ${sql.ref(moment)} < ${ends}`;
}

function literals(texts: readonly string[]): RawBuilder<unknown> {
  return sql.join(texts.map((text) => sql.lit(text)));
}

/** A figure of an employee's attempts to reach customers. */
export type ContactFigure = 'tries' | 'reached' | 'bookings' | 'kept' | 'missed';

/** The figures of an employee's attempts in a span. */
export type ContactSums = { id: string; span: number } & Record<ContactFigure, number>;

/**
 * Sums the attempts of employees to reach customers, without undone ones and those of connections.
 *
 * @param begins of the spans, oldest first; `span` counts from 1, and the last one lasts until now.
 */
export async function sumContacts(db: Db, begins: readonly Date[]): Promise<ContactSums[]> {
  const moments = sql`${begins.map((at) => at.toISOString())}::timestamptz[]`;
  // The index begins with the employee.
  const { rows } = await sql<ContactSums>`
    select employee_id as id, width_bucket(created_at, ${moments}) as span, count(*)::int as tries,
      (count(*) filter (where outcome = 'reached'))::int as reached, (count(*) filter (where moved_to = 'booked'))::int as bookings,
      (count(*) filter (where follow_up = 'kept'))::int as kept, (count(*) filter (where follow_up = 'missed'))::int as missed
    from lead_contacts
    where undone_at is null and employee_id = any(array(select id from employees where not is_connection)) and created_at >= ${begins[0]}
    group by 1, 2 ${planEachTime}`.execute(db);
  return rows;
}

type WorkSums = { id: string; figure: ListedFigure } & Record<ReportWindow, number>;

/**
 * Sums the active leads behind the report of work.
 *
 * @returns for each employee and figure (recorded, answered in target, booked, completed, lost) the sum of each window; none for a sum
 *   of 0.
 */
export async function sumWorkByEmployee(db: Db, windows: ReportWindows): Promise<WorkSums[]> {
  const { rows } = await sql<WorkSums>`
    with entered as (
      select recorded_by, case when responded_at <= response_due_at then advisor_id end as answered_by,
        ${countByWindow('created_at', windows)}
      from leads where is_active and status in (${literals(leadStatuses)}) and ${isWithin('created_at', windows)} group by 1, 2)
    select recorded_by as id, 'recorded' as figure, ${sumOfWindows} from entered group by 1
    union all
    select answered_by, 'inTarget', ${sumOfWindows} from entered where answered_by is not null group by 1
    union all
    select advisor_id, 'booked', ${countByWindow('first_booked_at', windows)} from leads
    where is_active and ${isWithin('first_booked_at', windows)} and advisor_id is not null group by 1
    union all
    select advisor_id, case status when 'completed' then 'completed' else 'lost' end, ${countByWindow('status_at', windows)} from leads
    where is_active and status in ('completed', 'lostCustomer') and ${isWithin('status_at', windows)} and advisor_id is not null
    group by 1, 2 ${planEachTime}`.execute(db);
  return rows;
}
