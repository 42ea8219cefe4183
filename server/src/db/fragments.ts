import { type RawBuilder, sql } from 'kysely';
import { openStatuses } from '#contract/leads/lead-lists.ts';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import { managementLevels } from '#contract/levels.ts';
import type { Person, ServiceCenterName } from '#contract/people.ts';

/** The advisor that counters name for leads that nobody has. */
export const noAdvisorId = sql.lit('00000000-0000-0000-0000-000000000000');

/** Selects the service centers of an employee `e`, in SQL, as a list of `{ _id, name }` by name. */
export const centersOfEmployee = centerNames(sql`employee_service_centers`, sql`link.employee_id = e.id`);

/** Selects the service centers of an invitation `i`, in SQL, as a list of `{ _id, name }` by name. */
export const centersOfInvite = centerNames(sql`invite_service_centers`, sql`link.invite_id = i.id`);

function centerNames(links: RawBuilder<unknown>, isLinked: RawBuilder<unknown>) {
  return sql<ServiceCenterName[]>`coalesce((
    select json_agg(json_build_object('_id', c.id, 'name', c.name) order by c.name collate "und-x-icu")
    from ${links} link join service_centers c on c.id = link.service_center_id where ${isLinked}), '[]')`;
}

/** A condition in SQL: the employee `e` has an authenticator app or a passkey. */
export const hasSecondFactor = sql<boolean>`(exists (select from authenticator_apps a where a.employee_id = e.id)
  or exists (select from passkeys p where p.employee_id = e.id))`;

/** A condition in SQL: the dealer requires a second factor of the employee `e`, who is of management. */
export const mustHaveSecondFactor = sql<boolean>`(e.level in (${sql.join(managementLevels.map((level) => sql.lit(level)))})
  and exists (select from dealer where requires_second_factor))`;

/** A condition in SQL: the dealer requires a second factor of the employee `e`, who has none. */
export const needsSecondFactor = sql<boolean>`(${mustHaveSecondFactor} and not ${hasSecondFactor})`;

/** Selects the last day of an absence of the employee `e`, in SQL; null for somebody who is here. */
export function awayUntil(now: Date): RawBuilder<string | null> {
  return sql`case when e.away_until >= (${now}::timestamptz at time zone (select time_zone from dealer))::date
    then e.away_until end`;
}

/** Selects `{ _id, name }` of a table, in SQL. */
export function selectIdAndName(alias: string): RawBuilder<{ _id: string; name: string }> {
  return sql`json_build_object('_id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)})`;
}

/** Selects `{ _id, name }` of the employee with this id, in SQL; null without one. */
export function selectPerson(id: RawBuilder<unknown>): RawBuilder<Person | null> {
  return sql`(select ${selectIdAndName('e')} from employees e where e.id = ${id})`;
}

/** Selects `{ _id, name }` of who modified the row last, in SQL; null without one. */
export const lastEditor = selectPerson(sql`last_modified_by`);

/** A comparison in SQL, to stand behind a column: it is one of these ids. */
export function isOneOf(ids: readonly string[]): RawBuilder<unknown> {
  return ids.length === 1 ? sql`= ${ids[0]}` : sql`= any(${ids}::uuid[])`;
}

// Literals, as in the indexes of open leads.
const openStatusList = sql.raw(openStatuses.map((status) => `'${status}'`).join(', '));

/**
 * A condition in SQL: the status of leads is open, whether they are archived or not.
 *
 * @param alias of leads, or of what has their columns; none where these stand alone.
 */
export function hasOpenStatus(alias?: string): RawBuilder<boolean> {
  return sql<boolean>`${columnOf('status', alias)} in (${openStatusList})`;
}

/** A condition in SQL: leads are open, that is, active, and pending, potential or booked. @param alias as of {@link hasOpenStatus}. */
export function isOpenLead(alias?: string): RawBuilder<boolean> {
  return sql<boolean>`(${columnOf('is_active', alias)} and ${hasOpenStatus(alias)})`;
}

/** Names every status, which narrows nothing: an index that begins with the status is read only if one is asked for. */
export const hasAnyStatus = sql<boolean>`status in (${sql.join(leadStatuses.map((status) => sql.lit(status)))})`;

/** Selects the id of each customer or lead or, where it was merged, of the kept one, in SQL. @param alias of customers or leads. */
export function selectKeptId(alias?: string): RawBuilder<string> {
  return sql<string>`coalesce(${columnOf('merged_into', alias)}, ${columnOf('id', alias)})`;
}

function columnOf(name: string, alias: string | undefined): RawBuilder<unknown> {
  return sql.ref(alias === undefined ? name : `${alias}.${name}`);
}

/** Joins conditions in SQL by `and`; those that are undefined, false or '' are left out, and without any it is `true`. */
export function joinConditions(
  conditions: readonly (RawBuilder<unknown> | '' | false | undefined)[],
): RawBuilder<unknown> {
  const present = conditions.filter(
    (condition) => condition !== undefined && condition !== false && condition !== '',
  );
  return present.length === 0 ? sql`true` : sql.join(present, sql` and `);
}
