import { type RawBuilder, sql } from 'kysely';
import type { LeadRow, PopulatedLeadRow } from './lead-rows.ts';

const ownColumns: Record<keyof LeadRow, true> = {
  id: true,
  version: true,
  customer_id: true,
  name: true,
  email: true,
  phone: true,
  platform: true,
  vehicle_number: true,
  notes: true,
  status: true,
  job_id: true,
  is_active: true,
  service_center_id: true,
  offering_id: true,
  appointment_date: true,
  appointment_time: true,
  follow_up_count: true,
  next_follow_up_dates: true,
  lost_reason: true,
  employee_id: true,
  advisor_id: true,
  editor_ids: true,
  last_modified_by: true,
  changed_fields: true,
  created_at: true,
  updated_at: true,
  status_at: true,
  furthest_status: true,
  first_follow_up_at: true,
  first_booked_at: true,
};

/** The columns of a {@link LeadRow}: what only indexes read stays in the database. */
export const leadColumns = Object.keys(ownColumns) as (keyof LeadRow)[];

const ofLead = (columns: readonly string[]) => sql.raw(columns.map((column) => `l.${column}`).join(', '));

/**
 * Selects populated leads `from` a source of lead rows that is called `l`; a `where`, order and limit may follow.
 *
 * @param also further columns of `l`.
 */
export function selectPopulated(
  from: RawBuilder<unknown>,
  also: readonly string[] = [],
): RawBuilder<PopulatedLeadRow> {
  return sql<PopulatedLeadRow>`
    select ${ofLead([...leadColumns, ...also])}, c.name as center_name, c.address as center_address,
      c.contact_no as center_contact_no, o.name as offering_name, o.type as offering_type,
      (select json_agg(json_build_object('_id', e.id, 'name', e.name)) from employees e
        where e.id = any(array[l.employee_id, l.advisor_id, l.last_modified_by] || l.editor_ids)) as people
    from ${from} join service_centers c on c.id = l.service_center_id left join offerings o on o.id = l.offering_id`;
}
