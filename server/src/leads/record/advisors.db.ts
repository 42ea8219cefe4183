import { type RawBuilder, sql } from 'kysely';
import type { Advisor } from '#contract/leads/lead-advisors.ts';
import type { BulkAdvisors } from '#contract/leads/lead-bulk.ts';
import { managementLevels } from '#contract/levels.ts';
import { awayUntil, noAdvisorId, selectKeptId } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';

const most = 500;

const levels = sql.join(managementLevels.map((level) => sql.lit(level)));

function mayHave(of: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(e.is_active and (e.level in (${levels}) or (e.level = 'service' and exists (
    select from employee_service_centers s where s.employee_id = e.id ${of}))))`;
}

/** A condition in SQL: the employee with this id may be the advisor of the lead `l`, being active and of management or of its center. */
export function mayHaveLead(employee: string): RawBuilder<boolean> {
  return sql`exists (select from employees e
    where e.id = ${employee} and ${mayHave(sql`and s.service_center_id = l.service_center_id`)})`;
}

// Nobody's level, centers or activity change until commit. Their writers take a stronger lock of the same rows.
async function lockEmployeesShared(db: Db, ids: readonly string[]): Promise<void> {
  if (!db.isTransaction) return;
  await sql`select from employees where id = any(${ids}::uuid[]) order by id for share`.execute(db);
}

/** Tells whether an employee may have leads, of this center if one is given, and keeps it so until commit. */
export async function mayHaveLeads(db: Db, id: string, center?: string): Promise<boolean> {
  await lockEmployeesShared(db, [id]);
  const ofCenter = center ? sql`and s.service_center_id = ${center}` : sql``;
  const { rows } = await sql<{ may: boolean }>`
    select ${mayHave(ofCenter)} as may from employees e where id = ${id}`.execute(db);
  return rows[0]?.may ?? false;
}

/** Locks advisors until commit. @returns those of the pairs whose advisor may have leads of the center. */
export async function lockAdvisors<Asked extends { advisor: string; center: string }>(
  db: Db,
  asked: readonly Asked[],
): Promise<Set<Asked>> {
  if (asked.length === 0) return new Set();
  const advisors = asked.map(({ advisor }) => advisor);
  await lockEmployeesShared(db, advisors);
  const { rows } = await sql<{ place: number }>`
    select place::int from unnest(${advisors}::uuid[], ${asked.map(({ center }) => center)}::uuid[])
      with ordinality asked (advisor, center, place)
    join employees e on e.id = asked.advisor
    where ${mayHave(sql`and s.service_center_id = asked.center`)}`.execute(db);
  return new Set(rows.flatMap(({ place }) => asked[place - 1] ?? []));
}

/** Finds who may have leads of any of some centers, by name, those who are away too. @param centers undefined means any. */
export async function findAdvisors(
  db: Db,
  centers: readonly string[] | undefined,
  now: Date,
): Promise<Advisor[]> {
  const ofCenters = centers ? sql`and s.service_center_id = any(${centers}::uuid[])` : sql``;
  const { rows } = await sql<Advisor>`
    select e.id as "_id", e.name, e.level, ${awayUntil(now)} as "awayUntil" from employees e where ${mayHave(ofCenters)}
    order by e.name collate "und-x-icu", e.id limit ${sql.lit(most)}`.execute(db);
  return rows;
}

/**
 * Finds who may have leads of some centers, by name, each with those of the centers where they may.
 *
 * @param only finds these people alone.
 */
export async function findAdvisorsByCenter(
  db: Db,
  centers: readonly string[],
  now: Date,
  only?: readonly string[],
): Promise<Omit<BulkAdvisors['advisors'][number], 'openLeads'>[]> {
  const ofThese = only ? sql`and e.id = any(${only}::uuid[])` : sql``;
  const { rows } = await sql<Omit<BulkAdvisors['advisors'][number], 'openLeads'>>`
    select e.id as "_id", e.name, e.level, ${awayUntil(now)} as "awayUntil",
      array(select center from unnest(${centers}::uuid[]) center
        where ${mayHave(sql`and s.service_center_id = center`)})::text[] as "serviceCenters"
    from employees e where ${mayHave(sql`and s.service_center_id = any(${centers}::uuid[])`)} ${ofThese}
    order by e.name collate "und-x-icu", e.id limit ${sql.lit(most)}`.execute(db);
  return rows;
}

/** Sums open leads by advisor; who has none is missing. */
export async function sumOpenLeadsByAdvisor(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; leads: number }>`
    select advisor_id as id, sum(leads)::int as leads from lead_advisor_counts where advisor_id <> ${noAdvisorId}
    group by 1 having sum(leads) > 0`.execute(db);
  return new Map(rows.map(({ id, leads }) => [id, leads]));
}

/** Finds the active service staff of centers who are not away, once for each center. `isAtWork`: they used the app after `since`. */
export async function findStaffAtWork(
  db: Db,
  centers: readonly string[],
  { since, now }: { since: Date; now: Date },
): Promise<{ center: string; id: string; isAtWork: boolean }[]> {
  const { rows } = await sql<{ center: string; id: string; isAtWork: boolean }>`
    select s.service_center_id as center, e.id,
      exists (select from sessions where employee_id = e.id and last_seen_at > ${since}) as "isAtWork"
    from employee_service_centers s join employees e on e.id = s.employee_id
    where s.service_center_id = any(${centers}::uuid[]) and e.is_active and e.level = 'service'
      and ${awayUntil(now)} is null`.execute(db);
  return rows;
}

/**
 * Finds the advisors of the newest lead that each customer has with one, unless they are away or may have no leads of the enquiry's
 * center.
 */
export async function findLastAdvisors(
  db: Db,
  enquiries: readonly { phone: string; center: string }[],
  now: Date,
): Promise<{ center: string; phone: string; advisor: string }[]> {
  const { rows } = await sql<{ center: string; phone: string; advisor: string }>`
    select asked.center, asked.phone, last.advisor from unnest(
      ${enquiries.map(({ center }) => center)}::uuid[], ${enquiries.map(({ phone }) => phone)}::text[]) asked (center, phone)
    join customers c on c.mobile = asked.phone
    cross join lateral (
      select l.advisor_id as advisor from leads l where l.customer_id = ${selectKeptId('c')} and l.advisor_id is not null
      order by l.created_at desc, l.id desc limit 1) last
    join employees e on e.id = last.advisor
    where ${mayHave(sql`and s.service_center_id = asked.center`)} and ${awayUntil(now)} is null`.execute(db);
  return rows;
}
