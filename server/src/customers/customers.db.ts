import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { countLimit } from '#contract/business.ts';
import type { Customer } from '#contract/customers.ts';
import { foundBy } from '#server/db/text-search.ts';
import type { Db } from '#server/db/transaction.ts';
import type { Customers } from '#server/db/types.ts';
import { type Counted, upToLimit } from '#server/lib/counted.ts';
import type { TextSearch } from '#server/lib/text-search.ts';

/** A row of `customers`. */
export type CustomerRow = Selectable<Customers>;

const byName = sql`name collate "und-x-icu"`;

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

/** The name on a customer's newest lead, and the newest e-mail on any; undefined when he has no lead. */
export async function findNewestContact(
  db: Db,
  id: string,
): Promise<{ name: string; email: string | null } | undefined> {
  const newest = db
    .selectFrom('leads')
    .where('customer_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);
  return newest
    .select(['name', newest.select('email').where('email', 'is not', null).as('email')])
    .executeTakeFirst();
}

export async function findCustomer(db: Db, id: string): Promise<CustomerRow | undefined> {
  return db.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirst();
}

/** A page of all customers by name. */
export async function findCustomers(db: Db, limit: number, offset: number): Promise<Customer[]> {
  return db
    .selectFrom('customers')
    .select(['id as _id', 'name', 'email', 'mobile'])
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

/** A page of the customers that a search finds, by name, and how many it finds; as the leads' `findMatches`. */
export async function findMatchingCustomers(
  db: Db,
  search: TextSearch,
  limit: number,
  offset: number,
): Promise<{ customers: Customer[]; total: Counted }> {
  const { rows } = await sql<{ matches: string; page: Customer[] }>`
    with matches as materialized (
      select id as _id, name, email, mobile from customers where ${foundBy(search)}
      order by ${byName}, id limit ${sql.lit(countLimit + 1)})
    select (select count(*) from matches) as matches,
      (select coalesce(json_agg(page), '[]') from
        (select * from matches order by ${byName}, _id limit ${limit} offset ${offset}) page) as page`.execute(
    db,
  );
  const { matches = 0, page = [] } = rows[0] ?? {};
  return { customers: page, total: upToLimit(Number(matches)) };
}
