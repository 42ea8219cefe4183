import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { countLimit } from '#contract/business.ts';
import type { Customer } from '#contract/customers.ts';
import type { Person } from '#contract/people.ts';
import { lastEditor } from '#server/db/fragments.ts';
import { foundBy } from '#server/db/text-search.ts';
import type { Db } from '#server/db/transaction.ts';
import type { Customers } from '#server/db/types.ts';
import type { RowRange } from '#server/lib/counted.ts';
import { type Counted, upToLimit } from '#server/lib/counted.ts';
import type { TextSearch } from '#server/lib/search/text-search.ts';

export type CustomerRow = Selectable<Customers>;

const byName = sql`name collate "und-x-icu"`;
const hasSuggestion = sql<boolean>`exists (
  select from customer_suggestions s where s.customer_id = customers.id and s.is_waiting)`;

/** Absent parts do not narrow. */
type CustomerFilter = { search?: TextSearch; hasSuggestion?: boolean };

type NewCustomer = Insertable<Omit<Customers, 'search_grams'>> & { id: string; mobile: string };

/**
 * For phone numbers that have none, in their order, so that concurrent writers cannot deadlock.
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

/** By phone number. */
export async function lockCustomersOf(
  db: Db,
  mobiles: readonly string[],
): Promise<[mobile: string, customer: CustomerRow][]> {
  const rows = await db
    .selectFrom('customers')
    .selectAll()
    .where(sql<boolean>`mobile = any(${mobiles})`)
    .orderBy('mobile')
    .forNoKeyUpdate()
    .execute();
  return rows.map((row) => [row.mobile, row]);
}

export async function lockCustomer(db: Db, id: string): Promise<CustomerRow | undefined> {
  return db.selectFrom('customers').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Locked against leads too, which refer to it. */
export async function lockWholeCustomer(db: Db, id: string): Promise<CustomerRow | undefined> {
  return db.selectFrom('customers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** With addresses and suggestions; no lead may refer to it. */
export async function deleteCustomer(db: Db, id: string): Promise<void> {
  await db.deleteFrom('customers').where('id', '=', id).execute();
}

/** Locks them first, so that no lead is added. */
export async function deleteLeadless(db: Db, ids: readonly string[]): Promise<string[]> {
  await sql`select from customers where id = any(${ids}::uuid[]) order by mobile for update`.execute(db);
  const { rows } = await sql<{ id: string }>`
    delete from customers c where id = any(${ids}::uuid[]) and not exists (select from leads where customer_id = c.id)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** `said`: by the newest of the leads that a customer has now; `texts`: by leads before they came, and by none of them now. */
type TakenAlong = Pick<CustomerRow, 'id' | 'mobile' | 'name' | 'email'> & {
  said: { name: string; email: string | null };
  texts: string[];
};

/** Customers of leads that were of `formerIds` before their number was corrected, locked. */
export async function lockTakenAlong(db: Db, formerIds: readonly string[]): Promise<TakenAlong[]> {
  const { rows } = await sql<TakenAlong>`
    with former as (
      select l.customer_id as id, array_agg(said.text) as texts
      from lead_versions v join leads l on l.id = v.lead_id
      cross join lateral (values (v.snapshot ->> 'name'), (v.snapshot ->> 'email')) said (text)
      where v.lead_id in (select lead_id from lead_versions where 'phone' = any(changed_fields))
        and v.snapshot ->> 'customer_id' = any(${formerIds}::text[])
        and l.customer_id <> all(${formerIds}::uuid[]) and not exists (select from leads own
          where own.customer_id = l.customer_id and said.text in (own.name, own.email))
      group by 1)
    select c.id, c.mobile, c.name, c.email, array_remove(texts, null) as texts,
      (select json_build_object('name', name, 'email', email) from leads where customer_id = c.id
        order by created_at desc, id desc limit 1) as said
    from former join customers c using (id) order by c.mobile for no key update of c`.execute(db);
  return rows;
}

export async function findStoredCustomers(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('customers')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return rows.map(({ id }) => id);
}

export async function updateCustomer(db: Db, id: string, changes: Updateable<Customers>): Promise<void> {
  await db.updateTable('customers').set(changes).where('id', '=', id).execute();
}

export async function findCustomer(
  db: Db,
  id: string,
): Promise<(CustomerRow & { lastModifiedBy: Person | null }) | undefined> {
  return db
    .selectFrom('customers')
    .selectAll()
    .select(lastEditor.as('lastModifiedBy'))
    .where('id', '=', id)
    .executeTakeFirst();
}

/** By name; what else is told is read of these alone. */
export async function findCustomers(db: Db, { limit, offset, isFromEnd }: RowRange): Promise<Customer[]> {
  const direction = isFromEnd ? sql`desc` : sql`asc`;
  const { rows } = await sql<Customer>`
    select id as _id, name, email, mobile, ${hasSuggestion} as "hasSuggestion", ${lastEditor} as "lastModifiedBy"
    from (select id, name, email, mobile, last_modified_by from customers
      order by ${byName} ${direction}, id ${direction} limit ${sql.lit(limit)} offset ${offset}) customers
    order by ${byName}, id`.execute(db);
  return rows;
}

/** From a counter. */
export async function countCustomers(db: Db): Promise<number> {
  const { customers } = await db
    .selectFrom('customer_counts')
    .select((select) => select.fn.sum<number | null>('customers').as('customers'))
    .executeTakeFirstOrThrow();
  return Number(customers ?? 0);
}

/** By name; like the leads' `findMatches`. */
export async function findMatchingCustomers(
  db: Db,
  { search, hasSuggestion: isWaiting }: CustomerFilter,
  limit: number,
  offset: number,
): Promise<{ customers: Customer[]; total: Counted }> {
  const parts = [
    ...(search ? [foundBy(search)] : []),
    ...(isWaiting ? [sql`id in (select customer_id from customer_suggestions where is_waiting)`] : []),
  ];
  const { rows } = await sql<{ matches: string; page: Customer[] }>`
    with matches as materialized (
      select id, name, email, mobile, last_modified_by from customers where ${sql.join(parts, sql` and `)}
      order by ${byName}, id limit ${sql.lit(countLimit + 1)})
    select (select count(*) from matches) as matches,
      (select coalesce(json_agg(page), '[]') from (
        select id as _id, name, email, mobile, ${hasSuggestion} as "hasSuggestion", ${lastEditor} as "lastModifiedBy"
        from matches customers
        order by ${byName}, id limit ${limit} offset ${offset}) page) as page`.execute(db);
  const { matches = 0, page = [] } = rows[0] ?? {};
  return { customers: page, total: upToLimit(Number(matches)) };
}
