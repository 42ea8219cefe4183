import { sql } from 'kysely';
import type { CustomerMerge } from '#contract/customer-merges.ts';
import { otherMobiles } from '#server/customers/customers.db.ts';
import type { SuggestionRow } from '#server/customers/suggestions.db.ts';
import { isOpenLead, lastEditor, selectIdAndName, selectKeptId } from '#server/db/fragments.ts';
import { countRows } from '#server/db/page-of.ts';
import type { Db } from '#server/db/transaction.ts';

type Change<Value> = { before: Value; after: Value };

/**
 * Values with which a merge can be undone.
 *
 * - `name`, `email`: of the kept customer, before and after the merge; undoing restores those that nobody has changed since.
 * - `defaultAddress`, `suggestions`: of the kept customer, before the merge.
 * - `merged`: the addresses and suggestions that each of the others brought.
 */
export type ReplacedByCustomerMerge = {
  name: Change<string>;
  email: Change<string | null>;
  defaultAddress: string | null;
  suggestions: SuggestionRow[];
  merged: {
    id: string;
    addresses: { id: string; isDefault: boolean }[];
    suggestions: SuggestionRow[];
  }[];
};

/** A merge of customers; `replaced` is null once it is undone or too old to be. */
export type CustomerMergeRow = {
  id: string;
  kept_id: string;
  merged_ids: string[];
  merged_at: Date;
  undone_at: Date | null;
  replaced: ReplacedByCustomerMerge | null;
};

/** Inserts a merge, with which it can be undone; merges no customers. */
export async function insertCustomerMerge(
  db: Db,
  merge: {
    id: string;
    keptId: string;
    mergedIds: readonly string[];
    replaced: ReplacedByCustomerMerge;
    by: string;
    at: Date;
  },
): Promise<void> {
  const { id, keptId, mergedIds, replaced, by, at } = merge;
  await sql`
    insert into customer_merges (id, kept_id, merged_ids, replaced, merged_by, merged_at)
    values (${id}, ${keptId}, ${mergedIds}::uuid[], ${JSON.stringify(replaced)}, ${by}, ${at})`.execute(db);
}

/** Finds a merge of customers by its id, undone or not. */
export async function findCustomerMerge(db: Db, id: string): Promise<CustomerMergeRow | undefined> {
  const { rows } = await sql<CustomerMergeRow>`
    select id, kept_id, merged_ids, merged_at, undone_at, nullif(replaced, '{}') as replaced from customer_merges where id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/**
 * Finds the newest merges, not undone, of a customer and of those merged into it.
 *
 * @param options.undoable those since then can be undone.
 */
export async function findCustomerMerges(
  db: Db,
  customerId: string,
  { undoable, most }: { undoable: Date; most: number },
): Promise<(Omit<CustomerMerge, 'at' | 'undoUntil'> & { at: Date; isUndoable: boolean })[]> {
  const { rows } = await sql<Omit<CustomerMerge, 'at' | 'undoUntil'> & { at: Date; isUndoable: boolean }>`
    select g.id as "_id", g.merged_at as at, ${selectIdAndName('e')} as by,
      (select coalesce(json_agg(json_build_object('_id', c.id, 'name', c.name, 'mobile', c.mobile) order by c.name, c.id), '[]')
        from customers c where c.id = any(g.merged_ids)) as customers,
      g.replaced <> '{}' and g.merged_at > ${undoable} as "isUndoable"
    from customer_merges g join employees e on e.id = g.merged_by
    where g.undone_at is null
      and g.kept_id = any(array(select id from customers where id = ${customerId} or merged_into = ${customerId}))
    order by g.merged_at desc, g.id desc limit ${most}`.execute(db);
  return rows;
}

/**
 * A merge, not undone, that joined one of some customers with somebody else. `holder`: who has everything now; `phones`: of those who
 * were merged into them.
 */
export type MergeWithOthers = { id: string; by: string; holder: string; phones: string[] };

/** Finds the merges, not undone, that joined one of these customers with somebody who is none of them, newest first. */
export async function findMergesWithOthers(db: Db, ids: readonly string[]): Promise<MergeWithOthers[]> {
  const { rows } = await sql<MergeWithOthers>`
    select g.id, g.merged_by as by, ${selectKeptId('k')} as holder,
      array(select mobile from customers where id = any(g.merged_ids)) as phones
    from customer_merges g join customers k on k.id = g.kept_id
    where g.undone_at is null and exists (
      select from customers c where c.id = any(g.merged_ids) and c.merged_into is not null
        and (c.id = any(${ids}::uuid[])) <> (g.kept_id = any(${ids}::uuid[])))
    order by g.id desc`.execute(db);
  return rows;
}

/** Marks a merge as undone, and deletes what would undo it; parts no customers. */
export async function markCustomerMergeUndone(db: Db, id: string, by: string, at: Date): Promise<void> {
  await sql`
    update customer_merges
    set undone_by = ${by}, undone_at = ${at}, replaced = '{}' where id = ${id}`.execute(db);
}

/** Deletes what would undo merges from before a moment, at most `most`: they stay merged. @returns how many. */
export async function clearReplacedValues(db: Db, before: Date, most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update customer_merges set replaced = '{}' where id in (
      select id from customer_merges where replaced <> '{}' and merged_at <= ${before}
      order by merged_at limit ${most} for update skip locked)`.execute(db);
  return Number(numAffectedRows);
}

/** Marks customers, and those merged into them, as merged into another one; moves no leads. */
export async function markCustomersMerged(
  db: Db,
  ids: readonly string[],
  intoId: string,
  at: Date,
): Promise<void> {
  await sql`
    update customers set merged_into = ${intoId}, merged_at = coalesce(merged_at, ${at}), version = version + 1 where id in (
      select id from unnest(${ids}::uuid[]) id
      union select m.id
      from unnest(${ids}::uuid[]) kept (id) join customers m on m.merged_into = kept.id)`.execute(db);
}

/** Finds which customers were merged into these, directly or by further merges, none undone. @returns each, `id`, with the one of these that it was merged `into`. */
export async function findMergedInto(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; into: string }[]> {
  const { rows } = await sql<{ id: string; into: string }>`
    with recursive merged as (
      select id, id as "into" from unnest(${ids}::uuid[]) id
      union
      select other.id, merged."into" from merged
      join customer_merges g on g.kept_id = merged.id and g.undone_at is null
      cross join unnest(g.merged_ids) other (id))
    select id, "into" from merged where id <> "into"`.execute(db);
  return rows;
}

/** Marks customers as merged into nobody; `merged` are merged into the one of them that each names. */
export async function unmergeCustomers(
  db: Db,
  ids: readonly string[],
  merged: readonly { id: string; into: string }[],
): Promise<void> {
  await sql`
    update customers set merged_into = null, merged_at = null, version = version + 1
    where id = any(${ids}::uuid[])`.execute(db);
  await sql`
    update customers set merged_into = given."into", version = version + 1
    from unnest(${merged.map(({ id }) => id)}::uuid[], ${merged.map(({ into }) => into)}::uuid[]) given (id, "into")
    where customers.id = given.id`.execute(db);
}

/** Finds the next merge that kept the same customer and can still be undone: its undo then brings back what the earlier one had replaced. */
export async function findNextCustomerMerge(
  db: Db,
  { id, kept_id }: Pick<CustomerMergeRow, 'id' | 'kept_id'>,
): Promise<{ id: string; replaced: ReplacedByCustomerMerge } | undefined> {
  const { rows } = await sql<{ id: string; replaced: ReplacedByCustomerMerge }>`
    select id, replaced from customer_merges
    where kept_id = ${kept_id} and id > ${id} and undone_at is null and replaced <> '{}'
    order by id limit 1`.execute(db);
  return rows[0];
}

/** Stores the values that undo a merge in place of those stored before. */
export async function updateReplacedValues(
  db: Db,
  id: string,
  replaced: ReplacedByCustomerMerge,
): Promise<void> {
  await sql`update customer_merges set replaced = ${JSON.stringify(replaced)} where id = ${id}`.execute(db);
}

type ComparedRow = {
  _id: string;
  version: number;
  name: string;
  email: string | null;
  mobile: string;
  otherMobiles: string[];
  hasSuggestion: boolean;
  lastModifiedBy: CustomerMerge['by'] | null;
  leads: number;
  openLeads: number;
  orders: number;
  addresses: number;
  createdAt: Date;
  updatedAt: Date;
  lastLeadAt: Date | null;
};

/** Finds customers with what a merge compares, in the order of the ids; merged and unknown ones are left out. */
export async function findCustomersToCompare(db: Db, ids: readonly string[]): Promise<ComparedRow[]> {
  const { rows } = await sql<ComparedRow>`
    select customers.id as "_id", customers.version, name, email, mobile, ${otherMobiles} as "otherMobiles",
      exists (select from customer_suggestions s where s.customer_id = customers.id and s.is_waiting) as "hasSuggestion",
      ${lastEditor} as "lastModifiedBy",
      l.leads, l."openLeads", l.orders, l."lastLeadAt",
      (select count(*)::int from customer_addresses a where a.customer_id = customers.id) as addresses,
      customers.created_at as "createdAt", customers.updated_at as "updatedAt"
    from unnest(${ids}::uuid[]) with ordinality asked (id, place) join customers on customers.id = asked.id
    cross join lateral (
      select count(*)::int as leads,
        (count(*) filter (where ${isOpenLead()}))::int as "openLeads",
        (count(*) filter (where status in ('booked', 'completed')))::int as orders, max(created_at) as "lastLeadAt"
      from leads where customer_id = customers.id and leads.merged_into is null) l
    where customers.merged_into is null order by asked.place`.execute(db);
  return rows;
}

/** Counts the leads of a customer under these numbers that were recorded since a moment. */
export async function countLeadsSince(
  db: Db,
  customerId: string,
  phones: readonly string[],
  since: Date,
): Promise<number> {
  return countRows(
    db,
    sql`select from leads where customer_id = ${customerId} and phone = any(${phones}) and created_at > ${since}`,
  );
}
