import { type RawBuilder, sql } from 'kysely';
import { findLimits, maxCountedRows } from '#contract/business.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import { planEachTime } from '#server/db/connections/prepared.ts';
import { isOpenLead, selectKeptId } from '#server/db/fragments.ts';
import { matchesSearch, matchesSearchWithoutIndex } from '#server/db/text-search.ts';
import type { Db } from '#server/db/transaction.ts';
import { isOfCenters } from '#server/leads/lists/lead-filter.db.ts';
import type { LeadRow } from '#server/leads/record/lead-rows.ts';
import { columnsOfLead } from '#server/leads/record/leads.db.ts';
import { spellForSearch, toLikePattern } from '#server/lib/search/search-key.ts';
import type { TextSearch } from '#server/lib/search/text-search.ts';

type Centers = readonly string[] | undefined;

/**
 * Limits of a search among the newest leads, first and where that was not enough: how many leads are read at most, and with how many
 * matches it ends.
 */
export const newestLeads = {
  first: { most: 4_000, matches: 10 * findLimits.people },
  further: { most: 100_000, matches: 3 * findLimits.people },
};

/** Limits how many matches are read from the index of words; those that are shown are chosen among them. */
export const maxRankedMatches = 3_000;

const visible = (centers: Centers) => (centers ? sql`and ${isOfCenters(centers)}` : sql``);

/** A customer that a search found, with the ids of the leads by which it did. */
export type FoundCustomer = { id: string; leads: string[] };

const mostLeads = findLimits.open + findLimits.past;

const newestOf = (at: string) =>
  sql`(array_agg(coalesce(merged_into, lead_id) order by ${sql.raw(at)} desc) filter (where lead_id is not null))[1:${sql.lit(mostLeads)}]`;

/**
 * Searches the newest active leads, in an index alone, and ends once enough of them match.
 *
 * @param newest.most how many leads are read. @param newest.matches how many matches are enough, of each center where not all are seen.
 * @returns customers, the one with the newest match first.
 */
export async function findCustomersAmongNewestLeads(
  db: Db,
  search: TextSearch,
  centers: Centers,
  { most, matches }: (typeof newestLeads)[keyof typeof newestLeads],
): Promise<FoundCustomer[]> {
  const newest = sql`order by created_at desc, id desc`;
  const share = Math.ceil(most / Math.max(centers?.length ?? 1, 1));
  const matching = (condition: RawBuilder<unknown>) => sql`
    select id as lead_id, created_at from (
      select id, created_at, search_key from leads where ${condition} ${newest} limit ${sql.lit(share)}) newest
    where ${matchesSearchWithoutIndex(search)} order by created_at desc limit ${sql.lit(matches)}`;
  const found = centers
    ? sql`select of_center.* from unnest(${centers}::uuid[]) of (center)
        cross join lateral (${matching(sql`service_center_id = of.center and is_active`)}) of_center
        order by created_at desc limit ${sql.lit(matches)}`
    : matching(sql`is_active`);
  const { rows } = await sql<FoundCustomer>`
    with matches as materialized (${found})
    select customer_id as id, ${newestOf('leads.created_at')} as leads
    from matches join leads on leads.id = lead_id where customer_id is not null
    group by 1 order by max(leads.created_at) desc limit ${sql.lit(findLimits.people + 1)}`.execute(db);
  return rows;
}

/** Asks PostgreSQL how many leads it expects a search to find, which it knows from its statistics without reading any. */
export async function estimateMatches(db: Db, search: TextSearch): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from leads where ${matchesSearch(search)}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/**
 * Searches all leads through the index.
 *
 * @param jobId part of a job ID, in search form; undefined searches no job IDs.
 * @param withCustomers also searches what customers are called apart from their leads.
 * @returns customers: those with open enquiries first, those whose leads are all archived last.
 */
export async function findAnywhere(
  db: Db,
  {
    search,
    jobId,
    centers,
    withCustomers,
  }: {
    search: TextSearch;
    jobId: string | undefined;
    centers: Centers;
    withCustomers: boolean;
  },
): Promise<FoundCustomer[]> {
  const columns = sql`select customer_id as id, id as lead_id, merged_into, is_active, status, created_at from leads
    where customer_id is not null ${visible(centers)}`;
  const sources = [
    sql`(${columns} and ${matchesSearch(search)} limit ${sql.lit(maxRankedMatches)})`,
    ...(jobId
      ? [
          sql`(${columns} and search_form(job_id) like ${toLikePattern(jobId)} limit ${sql.lit(maxCountedRows)})`,
        ]
      : []),
    ...(withCustomers
      ? [
          sql`(select id, null, null, true, 'completed', created_at from customers where merged_into is null and ${matchesSearch(search)}
            limit ${sql.lit(10 * findLimits.people)})`,
        ]
      : []),
  ];
  const { rows } = await sql<FoundCustomer>`
    with found as materialized (${sql.join(sources, sql` union all `)}),
    ranked as materialized (
      select id, bool_or(${isOpenLead()}) as is_open, bool_or(is_active) as is_active, max(created_at) as at from found
      group by 1 order by 2 desc, 3 desc, 4 desc limit ${sql.lit(findLimits.people + 1)})
    select r.id, coalesce(${newestOf('f.created_at')}, '{}') as leads from ranked r join found f using (id)
    group by 1, r.is_open, r.is_active, r.at order by r.is_open desc, r.is_active desc, r.at desc ${planEachTime}`.execute(
    db,
  );
  return rows;
}

/**
 * Reads, for each customer in turn, the leads by which they were found, the open enquiries and the newest others, archived ones last,
 * without leads that were merged into others.
 */
export async function readLeadsOfCustomers(
  db: Db,
  customers: readonly FoundCustomer[],
  centers: Centers,
): Promise<LeadRow[]> {
  const isOpen = isOpenLead();
  const own = sql`select * from leads where customer_id = of.customer ${visible(centers)}`;
  // However few they are, PostgreSQL expects as many rows of JSON: it keeps its plan, which takes as long as the reading.
  const asked = JSON.stringify(customers.map(({ id, leads }) => ({ customer: id, found: leads })));
  const { rows } = await sql<LeadRow>`
    select ${columnsOfLead} from rows from (json_to_recordset(${asked}::json) as (customer uuid, found uuid[]))
      with ordinality of (customer, found, place)
    cross join lateral (
      (${own} and ${isOpen} order by created_at desc, id desc limit ${sql.lit(findLimits.open)})
      union all
      (${own} and not (${isOpen}) and merged_into is null order by is_active desc, created_at desc, id desc limit ${sql.lit(findLimits.past)})
      union all
      (${own} and id = any(of.found) and merged_into is null)) l
    order by of.place, l.is_active desc, l.created_at desc, l.id desc`.execute(db);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** Reads the name and the phone numbers of customers, by id; those that no longer exist are missing. */
export async function readCustomers(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; mobile: string; otherMobiles: string[] }>`
    select id, name, mobile, array(
      select m.mobile from customers m where m.merged_into = customers.id order by m.merged_at, m.mobile) as "otherMobiles"
    from customers where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Finds the id of the customer with this number, the kept one after a merge; with `centers` only a customer who has a lead there. */
export async function findCustomerIdByPhone(
  db: Db,
  phone: string,
  centers: Centers,
): Promise<string | undefined> {
  const isVisible = centers
    ? sql`and exists (select from leads where customer_id = ${selectKeptId('c')} ${visible(centers)})`
    : sql``;
  const { rows } = await sql<{ id: string }>`
    select ${selectKeptId('c')} as id from customers c where c.mobile = ${phone} ${isVisible}`.execute(db);
  return rows[0]?.id;
}

/** Finds the customers of the newest leads with an email address. @param form the address in search form. */
export function findByEmail(db: Db, email: string, form: string, centers: Centers) {
  return findExact(db, form, sql`lower(email) = lower(${email})`, centers);
}

/** Finds the customers of the newest leads with a vehicle number. @param form the number in search form. */
export function findByVehicle(db: Db, vehicle: string, form: string, centers: Centers) {
  return findExact(db, form, sql`vehicle_number = ${vehicle}`, centers);
}

/** Finds the customers of the newest leads with a vehicle number that contain these digits anywhere; the caller compares `vehicle`. */
export function findByDigits(db: Db, digits: string, centers: Centers) {
  return findExact(db, digits, sql`vehicle_number is not null`, centers);
}

async function findExact(db: Db, form: string, condition: RawBuilder<unknown>, centers: Centers) {
  const { rows } = await sql<{ id: string; vehicle: string | null }>`
    with found as materialized (
      select customer_id, vehicle_number, created_at from leads
      where search_key like ${toLikePattern(spellForSearch(form))} and customer_id is not null and ${condition} ${visible(centers)}
      limit ${sql.lit(maxCountedRows)})
    select customer_id as id, vehicle_number as vehicle from found
    order by created_at desc ${planEachTime}`.execute(db);
  return rows;
}

/** Lists the other centers than these at which whoever has this number has open enquiries. */
export async function findCentersOutside(
  db: Db,
  phone: string,
  centers: readonly string[],
): Promise<{ id: string; name: string; customer: string }[]> {
  const { rows } = await sql<{ id: string; name: string; customer: string }>`
    select distinct s.id, s.name, l.customer_id as customer
    from customers c join leads l on l.customer_id = ${selectKeptId('c')} join service_centers s on s.id = l.service_center_id
    where c.mobile = ${phone} and ${isOpenLead('l')} and s.id <> all(${centers}::uuid[])
    order by s.name`.execute(db);
  return rows;
}

/**
 * Counts the active leads that a search finds by status, the newest {@link maxCountedRows} and one more at most; a status without any
 * is missing.
 */
export async function countByStatus(db: Db, search: TextSearch, centers: Centers) {
  const { rows } = await sql<{ status: LeadStatus; leads: number }>`
    with found as materialized (
      select status from leads where is_active and ${matchesSearch(search)} ${visible(centers)}
      order by created_at desc, id desc limit ${sql.lit(maxCountedRows + 1)})
    select status, count(*)::int as leads from found group by 1 ${planEachTime}`.execute(db);
  return rows;
}
