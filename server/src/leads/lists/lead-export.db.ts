import { type RawBuilder, sql } from 'kysely';
import { leadCsvColumns } from '#contract/leads/lead-oversight.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import { planEachTime } from '#server/db/connections/prepared.ts';
import { buildLeadCondition, type LeadFilter, leadConditions } from './lead-filter.db.ts';

const enough = 1_000;

/** Builds the query of the leads of a filter, newest first, with cells in the order of {@link leadCsvColumns}. */
export function selectLeadCells(filter: LeadFilter, timeZone: string): RawBuilder<unknown> {
  const cells: Record<(typeof leadCsvColumns)[number], RawBuilder<unknown>> = {
    'Employee Name': sql`e.name`,
    Email: sql`l.email`,
    Notes: sql`l.notes`,
    Phone: sql`l.phone`,
    Platform: sql`l.platform`,
    'Appointment Date': sql`l.appointment_date`,
    'Vehicle No': sql`'Sl.' || nullif(l.vehicle_number, '')`,
    'Service Center': sql`c.name`,
    Address: sql`c.address`,
    Contact: sql`c.contact_no`,
    'Service or Campaign Name': sql`o.name`,
    Type: sql`case when o.name <> '' then o.type end`,
    Name: sql`l.name`,
    Status: sql`l.status`,
    'Entry Date': sql`(l.created_at at time zone ${timeZone})::date`,
    'Entered At': sql`to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
    'Appointment Time': sql`l.appointment_time`,
    'Next Follow-up Dates': sql`array_to_string(l.next_follow_up_dates, ' ')`,
    'Follow-up Count': sql`l.follow_up_count`,
    'Lost Reason': sql`l.lost_reason`,
    'Job ID': sql`l.job_id`,
    Advisor: sql`a.name`,
  };
  return sql`select ${sql.join(leadCsvColumns.map((column) => cells[column]))}
    from (select * from leads where ${buildLeadCondition(leadConditions, filter)}) l
    join employees e on e.id = l.recorded_by
    left join employees a on a.id = l.advisor_id
    join service_centers c on c.id = l.service_center_id
    left join offerings o on o.id = l.offering_id
    order by l.created_at desc, l.id desc ${planEachTime}`;
}

/** Builds the query of the status of the newest lead that matches; it finds no row when none does. */
export function selectFirstStatus(filter: LeadFilter): RawBuilder<{ status: LeadStatus }> {
  return sql<{ status: LeadStatus }>`
    with newest as materialized (
      select status from leads where ${buildLeadCondition(leadConditions, filter)}
      order by created_at desc, id desc limit ${sql.lit(enough)})
    select status from newest limit 1 ${planEachTime}`;
}
