import { type RawBuilder, sql } from 'kysely';
import type { ServiceCenterName } from '#contract/people.ts';

/** The centers, by name, of an `employees` row called `e`. */
export const centersOfEmployee = centerNames(sql`employee_service_centers`, sql`link.employee_id = e.id`);

/** The same of an `invites` row called `i`. */
export const centersOfInvite = centerNames(sql`invite_service_centers`, sql`link.invite_id = i.id`);

function centerNames(links: RawBuilder<unknown>, isLinked: RawBuilder<unknown>) {
  return sql<ServiceCenterName[]>`coalesce((
    select json_agg(json_build_object('_id', c.id, 'name', c.name) order by c.name collate "und-x-icu")
    from ${links} link join service_centers c on c.id = link.service_center_id where ${isLinked}), '[]')`;
}
