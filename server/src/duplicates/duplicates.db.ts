import { type RawBuilder, sql } from 'kysely';
import {
  type DuplicateKind,
  type DuplicateReason,
  duplicateSearchLimits,
  type PairedCustomer,
  type PairedLead,
} from '#contract/duplicates.ts';
import type { Person } from '#contract/people.ts';
import { isOpenLead, selectIdAndName, selectPerson } from '#server/db/fragments.ts';
import { countRows } from '#server/db/page-of.ts';
import type { Db } from '#server/db/transaction.ts';

/**
 * Filters a list of pairs; what is undefined filters nothing. `kind`: pairs of customers or of leads. `from`: this pair and those found
 * before it. `isDismissed`: the pairs that people said are not the same, instead of those that wait for an answer.
 */
export type PairFilter = {
  center: string | undefined;
  reason: DuplicateReason | undefined;
  kind: DuplicateKind | undefined;
  from: string | undefined;
  isDismissed: boolean;
};

/** A pair as lists show it; `customer`: of two leads. */
export type PairRow = {
  id: string;
  kind: DuplicateKind;
  one: string;
  other: string;
  customer: string | null;
  reasons: DuplicateReason[];
  foundAt: Date;
  dismissedAt: Date | null;
  dismissedBy: Person | null;
};

/** Finds a page of the pairs that match. */
export async function findPairs(
  db: Db,
  filter: PairFilter,
  limit: number,
  offset: number,
): Promise<PairRow[]> {
  const { rows } = await sql<PairRow>`
    select p.id, p.kind, p.one_id as one, p.other_id as other, p.customer_id as customer, p.reasons,
      p.found_at as "foundAt", p.dismissed_at as "dismissedAt",
      ${selectPerson(sql`p.dismissed_by`)} as "dismissedBy"
    from duplicate_pairs p where ${matches(filter)}
    order by ${orderOf(filter)} limit ${sql.lit(limit)} offset ${offset}`.execute(db);
  return rows;
}

/** Counts the pairs that match, up to `most`. */
export async function countPairs(db: Db, filter: PairFilter, most: number): Promise<number> {
  const pairs = sql`select from duplicate_pairs p where ${matches(filter)} order by ${orderOf(filter)}`;
  return countRows(db, sql`${pairs} limit ${sql.lit(most)}`);
}

function orderOf({ isDismissed }: PairFilter): RawBuilder<unknown> {
  return isDismissed ? sql`p.dismissed_at desc, p.id desc` : sql`p.id desc`;
}

function matches({ center, reason, kind, from, isDismissed }: PairFilter): RawBuilder<boolean> {
  const parts = [isDismissed ? sql`p.dismissed_at is not null` : sql`p.dismissed_at is null`];
  if (center) parts.push(sql`p.centers @> ${[center]}::uuid[]`);
  if (reason) parts.push(sql`p.reasons @> ${[reason]}::text[]`);
  if (from) parts.push(sql`p.id <= ${from}`);
  if (kind) parts.push(sql`p.kind = ${sql.lit(kind)}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

type Shown<Paired> = Omit<Paired, 'createdAt' | 'lastLeadAt'> & { createdAt: Date };
/** A customer of a pair as the database gives them: like the reply's {@link PairedCustomer}, with moments as `Date`. */
export type PairedCustomerRow = Shown<PairedCustomer> & { lastLeadAt: Date | null };
/** A lead of a pair as the database gives it: like the reply's {@link PairedLead}, with `createdAt` as a `Date`. */
export type PairedLeadRow = Shown<PairedLead>;

/**
 * Finds the customers with these ids as a list of pairs shows them; unknown ones are missing.
 *
 * @param isAny includes merged ones; those being erased are never there.
 */
export async function findCustomersOfPairs(
  db: Db,
  ids: readonly string[],
  isAny: boolean,
): Promise<PairedCustomerRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PairedCustomerRow>`
    select c.id as "_id", c.name, c.mobile as phone, c.email, c.created_at as "createdAt",
      of.last_at as "lastLeadAt", coalesce(of.vehicles, '{}') as vehicles, coalesce(of.centers, '[]') as centers,
      (select count(*)::int from (select from leads where customer_id = c.id and ${isOpenLead()} limit ${sql.lit(duplicateSearchLimits.openLeads)}) open) as "openLeads"
    from customers c cross join lateral (
      select max(l.created_at) as last_at, array_agg(distinct l.vehicle_number) filter (where l.vehicle_number is not null) as vehicles,
        jsonb_agg(distinct jsonb_build_object('_id', s.id, 'name', s.name)) as centers
      from (select * from leads where customer_id = c.id and is_active order by created_at desc
        limit ${sql.lit(duplicateSearchLimits.leadsOfCustomer)}) l join service_centers s on s.id = l.service_center_id) of
    where c.id = any(${ids}::uuid[]) and not c.is_erasing
    and (c.merged_into is null or ${isAny})`.execute(db);
  return rows;
}

/** Finds the open leads with these ids as a list of pairs shows them. @param isAny includes closed ones; erased ones are never there. */
export async function findLeadsOfPairs(
  db: Db,
  ids: readonly string[],
  isAny: boolean,
): Promise<PairedLeadRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PairedLeadRow>`
    select l.id as "_id", l.name, l.phone, l.email, l.vehicle_number as "vehicleNumber", l.status, l.notes,
      ${selectIdAndName('s')} as "serviceCenter",
      (select name from offerings where id = l.offering_id) as "serviceOrCampaign",
      ${selectPerson(sql`l.advisor_id`)} as advisor, l.appointment_date::text as "appointmentDate", l.created_at as "createdAt"
    from leads l join service_centers s on s.id = l.service_center_id
    where l.id = any(${ids}::uuid[]) and l.customer_id is not null
      and (${isOpenLead('l')} or ${isAny})`.execute(db);
  return rows;
}

/**
 * Dismisses a pair; one that is dismissed already keeps by whom and when. @returns its two records, or undefined when there is no such
 * pair.
 */
export async function dismissPair(
  db: Db,
  id: string,
  by: string,
  at: Date,
): Promise<{ one: string; other: string; customer: string | null } | undefined> {
  const { rows } = await sql<{ one: string; other: string; customer: string | null }>`
    update duplicate_pairs set dismissed_by = coalesce(dismissed_by, ${by}), dismissed_at = coalesce(dismissed_at, ${at})
    where id = ${id} returning one_id as one, other_id as other, customer_id as customer`.execute(db);
  return rows[0];
}

/** Finds the customer and center of each lead; erased and unknown ones are missing. */
export async function findCustomersOfLeads(
  db: Db,
  leads: readonly string[],
): Promise<{ id: string; customer: string; center: string }[]> {
  const { rows } = await sql<{ id: string; customer: string; center: string }>`
    select id, customer_id as customer, service_center_id as center from leads
    where id = any(${leads}::uuid[]) and customer_id is not null`.execute(db);
  return rows;
}

/** Dismisses the stored pairs of these records; those that are dismissed already keep by whom and when. */
export async function dismissPairs(
  db: Db,
  pairs: readonly { one: string; other: string }[],
  by: string,
  at: Date,
): Promise<void> {
  await sql`
    update duplicate_pairs p set dismissed_by = ${by}, dismissed_at = ${at}
    from unnest(${pairs.map(({ one }) => one)}::uuid[], ${pairs.map(({ other }) => other)}::uuid[]) said (one, other)
    where p.one_id = said.one and p.other_id = said.other and p.dismissed_at is null`.execute(db);
}

/** Takes back the dismissal of a pair. @returns its two records, or undefined when there is no such pair. */
export async function restorePair(
  db: Db,
  id: string,
): Promise<{ one: string; other: string; customer: string | null } | undefined> {
  const { rows } = await sql<{ one: string; other: string; customer: string | null }>`
    update duplicate_pairs set dismissed_by = null, dismissed_at = null
    where id = ${id} returning one_id as one, other_id as other, customer_id as customer`.execute(db);
  return rows[0];
}
