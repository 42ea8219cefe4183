import { type RawBuilder, sql } from 'kysely';
import { management } from '#contract/levels.ts';
import type { Person, ServiceCenterName } from '#contract/people.ts';

/** In counters, the advisor of leads that nobody has. */
export const nobody = sql.lit('00000000-0000-0000-0000-000000000000');

/** The centers, by name, of an `employees` row called `e`. */
export const centersOfEmployee = centerNames(sql`employee_service_centers`, sql`link.employee_id = e.id`);

/** The same of an `invites` row called `i`. */
export const centersOfInvite = centerNames(sql`invite_service_centers`, sql`link.invite_id = i.id`);

function centerNames(links: RawBuilder<unknown>, isLinked: RawBuilder<unknown>) {
  return sql<ServiceCenterName[]>`coalesce((
    select json_agg(json_build_object('_id', c.id, 'name', c.name) order by c.name collate "und-x-icu")
    from ${links} link join service_centers c on c.id = link.service_center_id where ${isLinked}), '[]')`;
}

/** Whether more than the password is asked for, of an `employees` row called `e`. */
export const hasSecondFactor = sql<boolean>`(exists (select from authenticator_apps a where a.employee_id = e.id)
  or exists (select from passkeys p where p.employee_id = e.id))`;

/** Whether the dealer requires a second factor of an `employees` row called `e`. */
export const mustHaveSecondFactor = sql<boolean>`(e.level in (${sql.join(management.map((level) => sql.lit(level)))})
  and exists (select from dealer where requires_second_factor))`;

/** Whether an `employees` row called `e` has to set up a second factor before anything else. */
export const needsSecondFactor = sql<boolean>`(${mustHaveSecondFactor} and not ${hasSecondFactor})`;

/** Id and name of the row called `alias`. */
export function named(alias: string): RawBuilder<{ _id: string; name: string }> {
  return sql`json_build_object('_id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)})`;
}

/** The employee with an id, or null. */
export function personOf(id: RawBuilder<unknown>): RawBuilder<Person | null> {
  return sql`(select ${named('e')} from employees e where e.id = ${id})`;
}

/** Who changed the selected row last; for a query with one `last_modified_by`. */
export const lastEditor = personOf(sql`last_modified_by`);

/** What follows a uuid column that is one of some ids; of one alone, an index gives its rows in order. */
export function oneOf(ids: readonly string[]): RawBuilder<unknown> {
  return ids.length === 1 ? sql`= ${ids[0]}` : sql`= any(${ids}::uuid[])`;
}
