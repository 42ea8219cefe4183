import { type RawBuilder, sql } from 'kysely';
import { openStatuses } from '#contract/leads/lead-lists.ts';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import { managementLevels } from '#contract/levels.ts';
import type { Person, ServiceCenterName } from '#contract/people.ts';

/** The advisor that counters name for leads that nobody has. */
export const noAdvisorId = sql.lit('00000000-0000-0000-0000-000000000000');

export const centersOfEmployee = centerNames(sql`employee_service_centers`, sql`link.employee_id = e.id`);

export const centersOfInvite = centerNames(sql`invite_service_centers`, sql`link.invite_id = i.id`);

function centerNames(links: RawBuilder<unknown>, isLinked: RawBuilder<unknown>) {
  return sql<ServiceCenterName[]>`coalesce((
    select json_agg(json_build_object('_id', c.id, 'name', c.name) order by c.name collate "und-x-icu")
    from ${links} link join service_centers c on c.id = link.service_center_id where ${isLinked}), '[]')`;
}

export const hasSecondFactor = sql<boolean>`(exists (select from authenticator_apps a where a.employee_id = e.id)
  or exists (select from passkeys p where p.employee_id = e.id))`;

export const mustHaveSecondFactor = sql<boolean>`(e.level in (${sql.join(managementLevels.map((level) => sql.lit(level)))})
  and exists (select from dealer where requires_second_factor))`;

export const needsSecondFactor = sql<boolean>`(${mustHaveSecondFactor} and not ${hasSecondFactor})`;

/** @returns the last day of an absence of `e`, null for somebody who is here. */
export function awayUntil(now: Date): RawBuilder<string | null> {
  return sql`case when e.away_until >= (${now}::timestamptz at time zone (select time_zone from dealer))::date
    then e.away_until end`;
}

export function selectIdAndName(alias: string): RawBuilder<{ _id: string; name: string }> {
  return sql`json_build_object('_id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)})`;
}

export function selectPerson(id: RawBuilder<unknown>): RawBuilder<Person | null> {
  return sql`(select ${selectIdAndName('e')} from employees e where e.id = ${id})`;
}

export const lastEditor = selectPerson(sql`last_modified_by`);

export function isOneOf(ids: readonly string[]): RawBuilder<unknown> {
  return ids.length === 1 ? sql`= ${ids[0]}` : sql`= any(${ids}::uuid[])`;
}

// Literals, as in the indexes of open leads.
const openStatusList = sql.raw(openStatuses.map((status) => `'${status}'`).join(', '));

/** @param alias of leads, or of what has their columns; none where these stand alone. @returns whether their status is open, archived or not. */
export function hasOpenStatus(alias?: string): RawBuilder<boolean> {
  return sql<boolean>`${columnOf('status', alias)} in (${openStatusList})`;
}

/** @param alias as of {@link hasOpenStatus}. @returns whether leads are open: active, and pending, potential or booked. */
export function isOpenLead(alias?: string): RawBuilder<boolean> {
  return sql<boolean>`(${columnOf('is_active', alias)} and ${hasOpenStatus(alias)})`;
}

/** Names every status, which narrows nothing: an index that begins with the status is read only if one is asked for. */
export const hasAnyStatus = sql<boolean>`status in (${sql.join(leadStatuses.map((status) => sql.lit(status)))})`;

/** @param alias of customers or leads. @returns the id of each or, where it was merged, of the kept one. */
export function selectKeptId(alias?: string): RawBuilder<string> {
  return sql<string>`coalesce(${columnOf('merged_into', alias)}, ${columnOf('id', alias)})`;
}

function columnOf(name: string, alias: string | undefined): RawBuilder<unknown> {
  return sql.ref(alias === undefined ? name : `${alias}.${name}`);
}

export function joinConditions(
  conditions: readonly (RawBuilder<unknown> | '' | false | undefined)[],
): RawBuilder<unknown> {
  const present = conditions.filter(
    (condition) => condition !== undefined && condition !== false && condition !== '',
  );
  return present.length === 0 ? sql`true` : sql.join(present, sql` and `);
}
