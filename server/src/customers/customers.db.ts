import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { maxCountedRows } from '#contract/business.ts';
import type { Customer } from '#contract/customers.ts';
import type { Person } from '#contract/people.ts';
import { lastEditor, selectKeptId } from '#server/db/fragments.ts';
import { matchesSearch } from '#server/db/text-search.ts';
import type { Db } from '#server/db/transaction.ts';
import type { Customers } from '#server/db/types.ts';
import type { RowRange } from '#server/lib/counted.ts';
import { type CappedCount, capCount } from '#server/lib/counted.ts';
import type { TextSearch } from '#server/lib/search/text-search.ts';

/** A row of `customers`, merged ones included. */
export type CustomerRow = Selectable<Customers>;

const byName = sql`name collate "und-x-icu"`;
const hasSuggestion = sql<boolean>`exists (
  select from customer_suggestions s where s.customer_id = customers.id and s.is_waiting)`;

/** Selects, in SQL, the numbers of the customers who were merged into the selected row. */
export const otherMobiles = sql<string[]>`array(
  select m.mobile from customers m where m.merged_into = customers.id order by m.merged_at, m.mobile)`;

type CustomerFilter = { search?: TextSearch; hasSuggestion?: boolean };

type NewCustomer = Insertable<Omit<Customers, 'search_grams'>> & { id: string; mobile: string };

/**
 * Inserts customers for the phone numbers that have none, in the order of the numbers, so that concurrent writers cannot deadlock;
 * others stay as they are.
 *
 * @returns the new ones.
 */
export async function insertCustomers(
  db: Db,
  customers: readonly NewCustomer[],
): Promise<[mobile: string, id: string][]> {
  const { rows } = await sql<{ mobile: string; id: string }>`
    insert into customers (id, mobile, name, email, search_key, created_at, updated_at, last_modified_by, import_id)
    select id, mobile, name, email, search_key, created_at, updated_at, last_modified_by, import_id
    from json_populate_recordset(null::customers, ${JSON.stringify(customers)}) order by mobile
    on conflict (mobile) do nothing returning mobile, id`.execute(db);
  return rows.map(({ mobile, id }) => [mobile, id]);
}

/**
 * Locks customers by phone number until commit, a merged one as well as the kept one, in order of their main numbers. Rows are locked
 * by ids that are read first: a row that changes while it is waited for can stop meeting any other condition.
 *
 * @returns the kept customer of each number; a number whose customer was deleted meanwhile is missing.
 */
export async function lockCustomersByMobile(
  db: Db,
  mobiles: readonly string[],
): Promise<[mobile: string, customer: CustomerRow][]> {
  for (;;) {
    const { rows } = await sql<CustomerRow>`
      select * from customers where id = any(array(
        select unnest(array[id, merged_into]) from customers where mobile = any(${mobiles})))
      order by mobile for no key update`.execute(db);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const found = rows.flatMap((row): [string, CustomerRow | undefined][] =>
      mobiles.includes(row.mobile) ? [[row.mobile, byId.get(row.merged_into ?? row.id)]] : [],
    );
    const kept = found.filter((pair): pair is [string, CustomerRow] => pair[1] !== undefined);
    // Else one was merged while it was waited for.
    if (kept.length === found.length) return kept;
  }
}

/** Locks a customer until commit, and returns it; undefined when there is none. */
export async function lockCustomer(db: Db, id: string): Promise<CustomerRow | undefined> {
  return db.selectFrom('customers').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

const withMerged = (ids: readonly string[]) => sql`(
  select id from unnest(${ids}::uuid[]) id
  union select m.id from unnest(${ids}::uuid[]) kept (id) join customers m on m.merged_into = kept.id)`;

/** Locks customers, and those merged into them, until commit. @returns all that exist, in order of their numbers. */
export function lockCustomersWithMerged(db: Db, ids: readonly string[]): Promise<CustomerRow[]> {
  return lockWithMerged(db, ids, sql`for no key update`);
}

/** Locks a customer, and those merged into it, until commit, so that nobody adds a lead of theirs. @returns all that exist. */
export function lockCustomerAgainstLeads(db: Db, id: string): Promise<CustomerRow[]> {
  return lockWithMerged(db, [id], sql`for update`);
}

async function lockWithMerged(
  db: Db,
  ids: readonly string[],
  strength: RawBuilder<unknown>,
): Promise<CustomerRow[]> {
  for (;;) {
    const { rows } = await sql<CustomerRow>`
      select * from customers where id = any(array${withMerged(ids)}) order by mobile ${strength}`.execute(
      db,
    );
    const { rows: members } = await sql<{ id: string }>`
      select id from customers where id in ${withMerged(ids)}`.execute(db);
    const current = new Set(members.map(({ id }) => id));
    const locked = rows.filter(({ id }) => current.has(id));
    if (locked.length === current.size) return locked;
  }
}

/** Deletes a customer and those merged into it; their leads must have been erased before. */
export async function deleteCustomer(db: Db, id: string): Promise<void> {
  await sql`delete from customers where id in ${withMerged([id])}`.execute(db);
}

/**
 * Deletes those customers of whom, and of those merged with them, no lead is left. Locks them first, so that none is added.
 *
 * @returns the phone numbers of the deleted ones.
 */
export async function deleteCustomersWithoutLeads(db: Db, ids: readonly string[]): Promise<string[]> {
  const kept = await sql<{ id: string }>`
    select distinct ${selectKeptId()} as id from customers
    where id = any(${ids}::uuid[])`.execute(db);
  const roots = kept.rows.map(({ id }) => id);
  await lockWithMerged(db, roots, sql`for update`);
  const { rows } = await sql<{ mobile: string }>`
    delete from customers where id in ${withMerged(roots)} and ${selectKeptId()} not in (
      select ${selectKeptId('c')} from customers c
      where c.id in ${withMerged(roots)} and exists (select from leads l where l.customer_id = c.id))
    returning mobile`.execute(db);
  return rows.map(({ mobile }) => mobile);
}

type CarriedOverTexts = Pick<CustomerRow, 'id' | 'mobile' | 'name' | 'email'> & {
  said: { name: string; email: string | null };
  texts: string[];
};

/**
 * Locks the customers of leads that had one of `formerPhones` before their number was corrected, and returns the names and emails that
 * these leads brought along.
 */
export async function lockCarriedOverTexts(
  db: Db,
  formerPhones: readonly string[],
): Promise<CarriedOverTexts[]> {
  const { rows } = await sql<CarriedOverTexts>`
    with former as (
      select l.customer_id as id, array_agg(said.text) as texts
      from lead_versions v join leads l on l.id = v.lead_id
      cross join lateral (values (v.snapshot ->> 'name'), (v.snapshot ->> 'email')) said (text)
      where v.lead_id in (select lead_id from lead_versions where 'phone' = any(changed_fields))
        and v.snapshot ->> 'phone' = any(${formerPhones}::text[])
        and l.phone <> all(${formerPhones}::text[]) and not exists (select from leads own
          where own.customer_id = l.customer_id and said.text in (own.name, own.email))
      group by 1)
    select c.id, c.mobile, c.name, c.email, array_remove(texts, null) as texts,
      (select json_build_object('name', name, 'email', email) from leads where customer_id = c.id
        order by created_at desc, id desc limit 1) as said
    from former join customers c using (id) order by c.mobile for no key update of c`.execute(db);
  return rows;
}

/** Finds which of these customers still exist, merged ones included. */
export async function findStoredCustomerIds(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('customers')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Updates a customer by a new version; absent columns stay. A `search_key` is completed by those of merged customers. */
export async function updateCustomer(
  db: Db,
  id: string,
  { search_key: key, ...changes }: Omit<Updateable<Customers>, 'search_key'> & { search_key?: string },
): Promise<void> {
  const search_key = sql<string>`${key ?? ''} || coalesce((select string_agg(E'\\n' || m.search_key, '' order by m.mobile)
    from customers m where m.merged_into = customers.id), '')`;
  await db
    .updateTable('customers')
    .set({ ...changes, ...(key !== undefined && { search_key }), version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** Finds a customer by id, also a merged one, with their other numbers. */
export async function findCustomer(
  db: Db,
  id: string,
): Promise<(CustomerRow & { otherMobiles: string[]; lastModifiedBy: Person | null }) | undefined> {
  return db
    .selectFrom('customers')
    .selectAll()
    .select([otherMobiles.as('otherMobiles'), lastEditor.as('lastModifiedBy')])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Finds a page of all customers by name, without merged ones. */
export async function findCustomers(db: Db, { limit, offset, isFromEnd }: RowRange): Promise<Customer[]> {
  const direction = isFromEnd ? sql`desc` : sql`asc`;
  const { rows } = await sql<Customer>`
    select id as _id, name, email, mobile, ${otherMobiles} as "otherMobiles", ${hasSuggestion} as "hasSuggestion",
      ${lastEditor} as "lastModifiedBy"
    from (select id, name, email, mobile, last_modified_by from customers where merged_into is null
      order by ${byName} ${direction}, id ${direction} limit ${sql.lit(limit)} offset ${offset}) customers
    order by ${byName}, id`.execute(db);
  return rows;
}

/** Reads the number of customers from a counter. */
export async function countCustomers(db: Db): Promise<number> {
  const { customers } = await db
    .selectFrom('customer_counts')
    .select((select) => select.fn.sum<number | null>('customers').as('customers'))
    .executeTakeFirstOrThrow();
  return Number(customers ?? 0);
}

/** Finds a page of the customers that match, by name, and how many there are, up to {@link maxCountedRows}. */
export async function findMatchingCustomers(
  db: Db,
  { search, hasSuggestion: isWaiting }: CustomerFilter,
  limit: number,
  offset: number,
): Promise<{ customers: Customer[]; total: CappedCount }> {
  const parts = [
    sql`merged_into is null`,
    ...(search ? [matchesSearch(search)] : []),
    ...(isWaiting ? [sql`id in (select customer_id from customer_suggestions where is_waiting)`] : []),
  ];
  const { rows } = await sql<{ matches: string; page: Customer[] }>`
    with matches as materialized (
      select id, name, email, mobile, last_modified_by from customers where ${sql.join(parts, sql` and `)}
      order by ${byName}, id limit ${sql.lit(maxCountedRows + 1)})
    select (select count(*) from matches) as matches,
      (select coalesce(json_agg(page), '[]') from (
        select id as _id, name, email, mobile, ${otherMobiles} as "otherMobiles", ${hasSuggestion} as "hasSuggestion",
          ${lastEditor} as "lastModifiedBy"
        from matches customers
        order by ${byName}, id limit ${limit} offset ${offset}) page) as page`.execute(db);
  const { matches = 0, page = [] } = rows[0] ?? {};
  return { customers: page, total: capCount(Number(matches)) };
}
