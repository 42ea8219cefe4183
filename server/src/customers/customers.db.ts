import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { countLimit } from '#contract/business.ts';
import type { Customer } from '#contract/customers.ts';
import type { Person } from '#contract/people.ts';
import { lastEditor } from '#server/db/last-editor.ts';
import { foundBy } from '#server/db/text-search.ts';
import type { Db } from '#server/db/transaction.ts';
import type { Customers } from '#server/db/types.ts';
import { type Counted, upToLimit } from '#server/lib/counted.ts';
import type { TextSearch } from '#server/lib/text-search.ts';

/** A row of `customers`. */
export type CustomerRow = Selectable<Customers>;

const byName = sql`name collate "und-x-icu"`;
const hasSuggestion = sql<boolean>`exists (
  select from customer_suggestions s where s.customer_id = customers.id and s.is_waiting)`;

/** Which customers a list holds; absent parts do not narrow. */
type CustomerFilter = { search?: TextSearch; hasSuggestion?: boolean };

/** Makes the customer of a phone number. @returns false when there is one already. */
export async function insertCustomer(db: Db, customer: Insertable<Customers>): Promise<boolean> {
  const result = await db
    .insertInto('customers')
    .values(customer)
    .onConflict((conflict) => conflict.column('mobile').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** The customer, held against other writers until commit. */
export async function lockCustomer(
  db: Db,
  by: { id: string } | { mobile: string },
): Promise<CustomerRow | undefined> {
  const query = db.selectFrom('customers').selectAll().forNoKeyUpdate();
  return 'id' in by
    ? query.where('id', '=', by.id).executeTakeFirst()
    : query.where('mobile', '=', by.mobile).executeTakeFirst();
}

export async function updateCustomer(db: Db, id: string, changes: Updateable<Customers>): Promise<void> {
  await db.updateTable('customers').set(changes).where('id', '=', id).execute();
}

/** The customer, and who changed it last. */
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

/** A page of all customers by name. */
export async function findCustomers(db: Db, limit: number, offset: number): Promise<Customer[]> {
  return db
    .selectFrom('customers')
    .select(['id as _id', 'name', 'email', 'mobile', hasSuggestion.as('hasSuggestion')])
    .select(lastEditor.as('lastModifiedBy'))
    .orderBy(byName)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many customers there are, from a counter. */
export async function countCustomers(db: Db): Promise<number> {
  const { customers } = await db
    .selectFrom('customer_counts')
    .select((select) => select.fn.sum<number | null>('customers').as('customers'))
    .executeTakeFirstOrThrow();
  return Number(customers ?? 0);
}

/** A page of the customers that match, by name, and how many match; as the leads' `findMatches`. */
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
