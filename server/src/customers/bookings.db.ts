import { sql } from 'kysely';
import type { CustomerBooking } from '#contract/customers.ts';
import { selectIdAndName } from '#server/db/fragments.ts';
import { countRows } from '#server/db/page-of.ts';
import type { Db } from '#server/db/transaction.ts';

/** Finds a page of a customer's booked and completed leads, newest first, without those merged into others. */
export async function findCustomerBookings(
  db: Db,
  customerId: string,
  limit: number,
  offset: number,
): Promise<CustomerBooking[]> {
  const { rows } = await sql<CustomerBooking>`
    select l.id as "_id", coalesce(l.appointment_date, (l.status_at at time zone d.time_zone)::date) as date, l.job_id as "jobId",
      case when o.id is not null then json_build_object('_id', o.id, 'name', o.name, 'type', o.type) end
        as "serviceOrCampaign",
      l.vehicle_number as "vehicleNumber", ${selectIdAndName('c')} as "serviceCenter",
      l.status, l.is_active as "isActive"
    from leads l join service_centers c on c.id = l.service_center_id left join offerings o on o.id = l.offering_id
      cross join dealer d
    where l.customer_id = ${customerId} and l.status in ('booked', 'completed')
      and l.merged_into is null
    order by l.created_at desc, l.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Counts a customer's booked and completed leads, without those merged into others. */
export async function countCustomerBookings(db: Db, customerId: string): Promise<number> {
  return countRows(
    db,
    sql`select from leads where customer_id = ${customerId} and status in ('booked', 'completed') and merged_into is null`,
  );
}
