import { type RawBuilder, sql } from 'kysely';
import type { PopulatedLeadRow } from '#server/leads/lead-rows.ts';

/** Selects populated leads `from` a source of lead rows that is called `l`; a `where`, order and limit may follow. */
export function selectPopulated(from: RawBuilder<unknown>): RawBuilder<PopulatedLeadRow> {
  return sql<PopulatedLeadRow>`
    select l.*, c.name as center_name, c.address as center_address, c.contact_no as center_contact_no,
      o.name as offering_name, o.type as offering_type,
      (select json_agg(json_build_object('_id', e.id, 'name', e.name)) from employees e
        where e.id = any(array[l.employee_id, l.last_modified_by] || l.editor_ids)) as people
    from ${from} join service_centers c on c.id = l.service_center_id left join offerings o on o.id = l.offering_id`;
}
