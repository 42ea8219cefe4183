import { type Insertable, sql, type Updateable } from 'kysely';
import type { CustomerAddress } from '#contract/customers.ts';
import { lastEditor } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';
import type { CustomerAddresses } from '#server/db/types.ts';

/** Finds a customer's addresses, the default first, then the oldest. */
export async function findAddresses(db: Db, customerId: string): Promise<CustomerAddress[]> {
  return db
    .selectFrom('customer_addresses')
    .select(['id as _id', 'label', 'line', 'area', 'city', 'is_default as isDefault'])
    .select(lastEditor.as('lastModifiedBy'))
    .where('customer_id', '=', customerId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Inserts an address; a second default of a customer violates an index. */
export async function insertAddress(db: Db, address: Insertable<CustomerAddresses>): Promise<void> {
  await db.insertInto('customer_addresses').values(address).execute();
}

/** Updates an address; absent columns stay. */
export async function updateAddress(
  db: Db,
  id: string,
  changes: Updateable<CustomerAddresses>,
): Promise<void> {
  await db.updateTable('customer_addresses').set(changes).where('id', '=', id).execute();
}

/** Makes no address of a customer the default. */
export async function clearDefaultAddress(db: Db, customerId: string, by: string): Promise<void> {
  await db
    .updateTable('customer_addresses')
    .set({ is_default: false, last_modified_by: by })
    .where('customer_id', '=', customerId)
    .where('is_default', '=', true)
    .execute();
}

/** Deletes an address of a customer by its id; nothing when there is none. */
export async function deleteAddressRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('customer_addresses').where('id', '=', id).execute();
}

/** Finds the addresses of customers, oldest first. */
export async function findCustomerAddresses(
  db: Db,
  customerIds: readonly string[],
): Promise<{ id: string; customerId: string; isDefault: boolean; createdAt: Date }[]> {
  const { rows } = await sql<{ id: string; customerId: string; isDefault: boolean; createdAt: Date }>`
    select id, customer_id as "customerId", is_default as "isDefault", created_at as "createdAt" from customer_addresses
    where customer_id = any(${customerIds}::uuid[]) order by created_at, id`.execute(db);
  return rows;
}

/** Moves addresses to a customer into whom theirs are merged; none of them is the default then. */
export async function moveAddresses(db: Db, ids: readonly string[], to: string): Promise<void> {
  await sql`
    update customer_addresses set customer_id = ${to}, home_id = coalesce(home_id, customer_id), is_default = false
    where id = any(${ids}::uuid[])`.execute(db);
}

/** Moves those that were added to `homes` back from a customer into whom these were merged; none of them is the default then. */
export async function returnAddresses(
  db: Db,
  homes: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`
    update customer_addresses set customer_id = ${to}, home_id = nullif(home_id, ${to}), is_default = false
    where customer_id = ${from} and home_id = any(${homes}::uuid[])`.execute(db);
}

/** Makes an address of a customer the default if they have some but no default: `wished`, else the oldest. */
export async function ensureDefaultAddress(db: Db, customerId: string, wished: string | null): Promise<void> {
  await sql`
    update customer_addresses set is_default = true where id = (
      select id from customer_addresses where customer_id = ${customerId}
      order by (id = ${wished}) desc nulls last, created_at, id limit 1)
    and not exists (select from customer_addresses
      where customer_id = ${customerId} and is_default)`.execute(db);
}
