import type { Pool } from 'pg';

/** Tells whether the counters in the database say what counting the rows does. */
export async function areCountersExact(pool: Pool): Promise<boolean> {
  const { rows: contacts } = await pool.query(
    `select from (select distinct on (lead_id) lead_id, (replaced ->> 'contact_attempts')::int + 1 as tries
       from lead_contacts where undone_at is null order by lead_id, id desc) newest
     join leads l on l.id = newest.lead_id where l.contact_attempts <> newest.tries`,
  );
  const { rows } = await pool.query(
    `select from (select service_center_id, status, is_active, count(*) as leads from leads group by 1, 2, 3) counted
     full join (select service_center_id, key as status, figure = 'status' as is_active, sum(leads) as leads from lead_totals where figure in ('status', 'archived') group by 1, 2, 3) kept
       using (service_center_id, status, is_active)
     where coalesce(counted.leads, 0) <> coalesce(kept.leads, 0)`,
  );
  return rows.length === 0 && contacts.length === 0;
}
