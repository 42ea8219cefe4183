import { sql } from 'kysely';
import type { LeadRow } from './lead-rows.ts';

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
  contact_tries: true,
  last_contact_at: true,
  try_again_at: true,
  reminded_for: true,
};

export const leadColumns = Object.keys(ownColumns) as (keyof LeadRow)[];

/** For a source of lead rows called `l`. */
export const columnsOfLead = sql.raw(leadColumns.map((column) => `l.${column}`).join(', '));
