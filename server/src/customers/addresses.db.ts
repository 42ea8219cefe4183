import type { Insertable, Updateable } from 'kysely';
import type { CustomerAddress } from '#contract/customers.ts';
import { lastEditor } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';
import type { CustomerAddresses } from '#server/db/types.ts';

/** The default first, then as added. */
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

export async function insertAddress(db: Db, address: Insertable<CustomerAddresses>): Promise<void> {
  await db.insertInto('customer_addresses').values(address).execute();
}

export async function updateAddress(
  db: Db,
  id: string,
  changes: Updateable<CustomerAddresses>,
): Promise<void> {
  await db.updateTable('customer_addresses').set(changes).where('id', '=', id).execute();
}

export async function clearDefault(db: Db, customerId: string, by: string): Promise<void> {
  await db
    .updateTable('customer_addresses')
    .set({ is_default: false, last_modified_by: by })
    .where('customer_id', '=', customerId)
    .where('is_default', '=', true)
    .execute();
}

export async function deleteAddressRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('customer_addresses').where('id', '=', id).execute();
}
