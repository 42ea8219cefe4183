import { sql } from 'kysely';
import { type DuplicateKind, type DuplicateReason, duplicateSearchLimits } from '#contract/duplicates.ts';
import { hasOpenStatus } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';
import type { ComparedCustomer, ComparedKey } from './compared-values.ts';

const newestLeads = 50;

/** A pair that was found by comparing, to be stored: two customers, or two leads of the `customer`. */
export type FoundPair = {
  kind: DuplicateKind;
  one: string;
  other: string;
  customer: string | null;
  reasons: DuplicateReason[];
  centers: string[];
};
/** A pair that is in the database, waiting for a decision or dismissed. */
export type StoredPair = FoundPair & { id: string; isDismissed: boolean };

/** A condition in SQL on the whole table, not on a row: there are customers waiting to be compared with others. */
export const hasDuplicateChecks = sql<boolean>`exists (select from duplicate_checks)`;

/**
 * Takes the newest checks: they are deleted by the commit, and those that another process has taken are skipped.
 *
 * @returns their customers, each once, and how many checks were taken.
 */
export async function takeDuplicateChecks(
  db: Db,
  most: number,
): Promise<{ customers: string[]; taken: number }> {
  const { rows } = await sql<{ customer: string }>`
    delete from duplicate_checks where ctid = any(array(
      select ctid from duplicate_checks order by noted_at desc limit ${sql.lit(most)} for update skip locked))
    returning customer_id as customer`.execute(db);
  return { customers: [...new Set(rows.map(({ customer }) => customer))], taken: rows.length };
}

/** Queues customers to be compared with others. */
export async function addDuplicateChecks(db: Db, customers: readonly string[]): Promise<void> {
  await sql`
    insert into duplicate_checks (customer_id) select id from unnest(${customers}::uuid[]) id`.execute(db);
}

/** Finds customers with their newest active leads, as they are compared; merged ones and those being erased are left out. */
export async function findCustomersToMatch(db: Db, ids: readonly string[]): Promise<ComparedCustomer[]> {
  const { rows } = await sql<ComparedCustomer>`
    select c.id, c.name, c.email, coalesce(of.leads, '[]') as leads
    from customers c cross join lateral (
      select json_agg(json_build_object('id', l.id, 'name', l.name, 'email', l.email, 'vehicleNumber', l.vehicle_number,
        'center', l.service_center_id, 'createdAt', l.created_at,
        'isOpen', ${hasOpenStatus('l')}) order by l.created_at desc, l.id desc) as leads
      from (select * from leads where customer_id = c.id and is_active order by created_at desc
        limit ${sql.lit(newestLeads)}) l) of
    where c.id = any(${ids}::uuid[]) and not c.is_erasing and c.merged_into is null`.execute(db);
  return rows;
}

/** Stores the keys of customers by which duplicates are found, in place of all their earlier ones. */
export async function replaceDuplicateKeys(
  db: Db,
  ids: readonly string[],
  keys: readonly (ComparedKey & { customer: string })[],
): Promise<void> {
  const given = JSON.stringify(
    keys.map(({ customer, reason, key, district }) => ({ customer_id: customer, reason, key, district })),
  );
  await sql`
    delete from duplicate_keys k where customer_id = any(${ids}::uuid[]) and not exists (
      select from json_populate_recordset(null::duplicate_keys, ${given}) g
      where g.customer_id = k.customer_id and g.key = k.key
      and g.district is not distinct from k.district)`.execute(db);
  await sql`
    insert into duplicate_keys (customer_id, reason, key, district)
    select customer_id, reason, key, district from json_populate_recordset(null::duplicate_keys, ${given})
    on conflict do nothing`.execute(db);
}

/**
 * Finds customers that share a key with one of these and are no pair with it yet: of each key the newest, up to a limit.
 *
 * @returns pairs of ids, the lower one first.
 */
export async function findCustomersSharingKeys(
  db: Db,
  ids: readonly string[],
): Promise<[one: string, other: string][]> {
  const { rows } = await sql<{ one: string; other: string }>`
    select distinct least(k.customer_id, o.customer_id) as one, greatest(k.customer_id, o.customer_id) as other
    from duplicate_keys k cross join lateral (
      select o.customer_id from duplicate_keys o
      where o.key = k.key and o.customer_id <> k.customer_id
        and (o.district is null or k.district is null or o.district = k.district)
        and not exists (select from duplicate_pairs p where p.one_id = least(k.customer_id, o.customer_id)
          and p.other_id = greatest(k.customer_id, o.customer_id))
      order by o.customer_id desc limit ${sql.lit(duplicateSearchLimits.pairsOfRecord)}) o
    where k.customer_id = any(${ids}::uuid[])`.execute(db);
  return rows.map(({ one, other }) => [one, other]);
}

/** Finds why each two customers may be one person, by the keys that they share; stores no pairs. */
export async function compareCustomerPairs(
  db: Db,
  pairs: readonly (readonly [one: string, other: string])[],
): Promise<FoundPair[]> {
  if (pairs.length === 0) return [];
  const centersOf = (customer: 'one' | 'other') => sql`
    (select service_center_id from leads where customer_id = p.${sql.ref(customer)} and is_active
      order by created_at desc limit ${sql.lit(duplicateSearchLimits.leadsOfCustomer)})`;
  const { rows } = await sql<FoundPair>`
    select 'customer' as kind, p.one, p.other, null as customer,
      array(select distinct a.reason from duplicate_keys a join duplicate_keys b using (key)
        where a.customer_id = p.one and b.customer_id = p.other
          and (a.district is null or b.district is null or a.district = b.district)) as reasons,
      array(${centersOf('one')} union ${centersOf('other')}) as centers
    from unnest(${pairs.map(([one]) => one)}::uuid[], ${pairs.map(([, other]) => other)}::uuid[]) p (one, other)`.execute(
    db,
  );
  return rows;
}

/** Finds the stored pairs of these customers and of their leads, dismissed ones included. */
export async function findStoredPairs(db: Db, customers: readonly string[]): Promise<StoredPair[]> {
  const columns = sql`id, kind, one_id as one, other_id as other, customer_id as customer, reasons, centers,
    dismissed_at is not null as "isDismissed"`;
  const { rows } = await sql<StoredPair>`
    select ${columns} from duplicate_pairs where one_id = any(${customers}::uuid[])
    union select ${columns} from duplicate_pairs where other_id = any(${customers}::uuid[])
    union select ${columns} from duplicate_pairs where customer_id = any(${customers}::uuid[])`.execute(db);
  return rows;
}

/** Finds which of these pairs were dismissed: of the records themselves, or of what was merged into them. */
export async function findDismissedPairs(
  db: Db,
  pairs: readonly Pick<FoundPair, 'one' | 'other'>[],
): Promise<Pick<FoundPair, 'one' | 'other'>[]> {
  if (pairs.length === 0) return [];
  const ids = [...new Set(pairs.flatMap(({ one, other }) => [one, other]))];
  const { rows } = await sql<Pick<FoundPair, 'one' | 'other'>>`
    with family as materialized (
      select id as member, id as kept from unnest(${ids}::uuid[]) id
      union all select id, merged_into from customers where merged_into = any(${ids}::uuid[])
      union all select id, merged_into from leads where merged_into = any(${ids}::uuid[]))
    select distinct g.one, g.other
    from unnest(${pairs.map(({ one }) => one)}::uuid[], ${pairs.map(({ other }) => other)}::uuid[]) g (one, other)
    join family a on a.kept = g.one join family b on b.kept = g.other
    join duplicate_pairs p on p.one_id = least(a.member, b.member) and p.other_id = greatest(a.member, b.member)
    where p.dismissed_at is not null`.execute(db);
  return rows;
}

/** Counts the pairs of each record that are not dismissed, by its id; a record without any is missing. */
export async function countOpenPairs(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  // Both sides of all at once: of a table that grew since its statistics PostgreSQL may read all, which it then does twice.
  const of = (side: 'one_id' | 'other_id') => sql`
    select ${sql.ref(side)} as id from duplicate_pairs
    where ${sql.ref(side)} = any(${ids}::uuid[]) and dismissed_at is null`;
  const { rows } = await sql<{ id: string; pairs: number }>`
    select id, count(*)::int as pairs from (${of('one_id')} union all ${of('other_id')}) pair group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ id, pairs }) => [id, pairs]));
}

/** Inserts pairs or updates their reasons. A known pair keeps its id and its dismissal. */
export async function upsertDuplicatePairs(
  db: Db,
  pairs: readonly (FoundPair & { id: string })[],
  now: Date,
): Promise<void> {
  if (pairs.length === 0) return;
  const given = pairs.map(({ id, kind, one, other, customer, reasons, centers }) => ({
    ...{ id, kind, one_id: one, other_id: other, customer_id: customer, reasons, centers, found_at: now },
  }));
  await sql`
    insert into duplicate_pairs (id, kind, one_id, other_id, customer_id, reasons, centers, found_at)
    select id, kind, one_id, other_id, customer_id, reasons, centers, found_at
    from json_populate_recordset(null::duplicate_pairs, ${JSON.stringify(given)})
    on conflict (one_id, other_id) do update
      set customer_id = excluded.customer_id, reasons = excluded.reasons, centers = excluded.centers`.execute(
    db,
  );
}

/** Deletes pairs, dismissed ones included. */
export async function deletePairs(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from duplicate_pairs where id = any(${ids}::uuid[])`.execute(db);
}

/** Deletes the pairs of these customers' leads of which one is deleted or erased, dismissed pairs included. */
export async function deletePairsOfDeletedLeads(db: Db, customers: readonly string[]): Promise<void> {
  await sql`
    delete from duplicate_pairs p where customer_id = any(${customers}::uuid[])
      and (select count(*) from leads
        where id in (p.one_id, p.other_id) and customer_id is not null) < 2`.execute(db);
}
