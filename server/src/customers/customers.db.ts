import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Customer } from '#contract/customers.ts';
import type { Db } from '#server/db/transaction.ts';
import type { Customers } from '#server/db/types.ts';

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

/** A page of customers by name; `patterns` are LIKE patterns of which one must match. */
export async function findCustomers(
  db: Db,
  patterns: readonly string[] | undefined,
  limit: number,
  offset: number,
): Promise<Customer[]> {
  return db
    .selectFrom('customers')
    .select(['id as _id', 'name', 'email', 'mobile'])
    .$if(patterns !== undefined, (query) => query.where(matches(patterns ?? [])))
    .orderBy(byName)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many customers there are; from a counter unless `patterns` narrow. */
export async function countCustomers(db: Db, patterns: readonly string[] | undefined): Promise<number> {
  const { customers } = patterns
    ? await db
        .selectFrom('customers')
        .select((select) => select.fn.countAll<number>().as('customers'))
        .where(matches(patterns))
        .executeTakeFirstOrThrow()
    : await db
        .selectFrom('customer_counts')
        .select((select) => select.fn.sum<number | null>('customers').as('customers'))
        .executeTakeFirstOrThrow();
  return Number(customers ?? 0);
}

function matches(patterns: readonly string[]) {
  return sql<boolean>`search_key like any(${patterns}::text[])`;
}
