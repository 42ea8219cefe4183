import { sql } from 'kysely';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import { takesPlace } from '#server/db/booking-fragments.ts';
import type { Db } from '#server/db/transaction.ts';

/** The lead's columns are null if it was erased or archived, or belongs to another center by now, whose staff alone may read them. */
type BookingRow = {
  id: string;
  lead_version: number;
  offering_id: string | null;
  booked_by: string;
  time: string | null;
  ending: string | null;
  outcome: 'arrived' | 'didNotCome' | null;
  confirmed_at: Date | null;
  ready_at: Date | null;
  lead: {
    version: number;
    name: string;
    phone: string;
    vehicleNumber: string | null;
    notes: string | null;
    status: LeadStatus;
    advisor: string | null;
  } | null;
  booked: number;
};

/**
 * Finds what is booked at a center on a day, by time, those without one first.
 *
 * @returns at most `limit`, with how many of all take a place in `booked`; a lead that was moved within the day comes more than once.
 */
export async function findBookingsOfDay(
  db: Db,
  { center, date, timeZone, limit }: { center: string; date: string; timeZone: string; limit: number },
): Promise<BookingRow[]> {
  const { rows } = await sql<BookingRow>`
    select b.lead_id as id, b.lead_version, b.offering_id, b.booked_by, b.time, b.ending, b.outcome, b.confirmed_at, b.ready_at,
      case when l.is_active and l.customer_id is not null and l.service_center_id = b.service_center_id then json_build_object(
        'version', l.version, 'name', l.name, 'phone', l.phone, 'vehicleNumber', l.vehicle_number, 'notes', l.notes,
        'status', l.status, 'advisor', l.advisor_id) end as lead,
      (count(*) filter (where ${takesPlace(timeZone)}) over ())::int as booked
    from bookings b join leads l on l.id = b.lead_id
    where b.is_held and b.day = ${date}::date and b.service_center_id = ${center}
    order by b.time nulls first, b.booked_at, b.lead_id, b.lead_version limit ${limit}`.execute(db);
  return rows;
}
