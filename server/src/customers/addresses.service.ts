import type { CreateAddressBody, CustomerAddress, EditAddressBody } from '#contract/customers.ts';
import { messages } from '#contract/messages.ts';
import type { Context } from '#server/context.ts';
import {
  clearDefault,
  deleteAddressRow,
  findAddresses,
  insertAddress,
  updateAddress,
} from '#server/customers/addresses.db.ts';
import { findCustomer, lockCustomer } from '#server/customers/customers.db.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { invalid, notFound } from '#server/http/refusal.ts';
import { newId } from '#server/lib/ids.ts';

/** A customer's addresses, the default first. @throws Refusal 404. */
export async function listAddresses(context: Context, customerId: string): Promise<CustomerAddress[]> {
  if (!(await findCustomer(context.db, customerId))) throw notFound();
  return findAddresses(context.db, customerId);
}

/** Adds an address; the first one is the default. @throws Refusal 404. */
export function addAddress(
  context: Context,
  customerId: string,
  { isDefault = false, label = null, line, area = null, city = null }: CreateAddressBody,
): Promise<CustomerAddress> {
  return withAddresses(context, customerId, async (inside, addresses) => {
    const at = context.clock.now();
    const id = newId(at);
    const becomesDefault = isDefault || addresses.length === 0;
    if (becomesDefault) await clearDefault(inside.db, customerId);
    await insertAddress(inside.db, {
      id,
      customer_id: customerId,
      label,
      line,
      area,
      city,
      is_default: becomesDefault,
      created_at: at,
      updated_at: at,
    });
    return one(await findAddresses(inside.db, customerId), id);
  });
}

/** Edits an address. @throws Refusal 400 beside `isDefault` when no default would be left, 404. */
export function editAddress(
  context: Context,
  customerId: string,
  id: string,
  { isDefault, ...changes }: EditAddressBody,
): Promise<CustomerAddress> {
  return withAddresses(context, customerId, async (inside, addresses) => {
    const address = one(addresses, id);
    if (isDefault === false && address.isDefault) {
      throw invalid({ isDefault: messages.defaultAddressNeeded });
    }
    if (isDefault && !address.isDefault) await clearDefault(inside.db, customerId);
    await updateAddress(inside.db, id, {
      ...changes,
      ...(isDefault && { is_default: true }),
      updated_at: context.clock.now(),
    });
    return one(await findAddresses(inside.db, customerId), id);
  });
}

/** Deletes an address; the oldest of the others follows a deleted default. @throws Refusal 404. */
export function deleteAddress(context: Context, customerId: string, id: string): Promise<void> {
  return withAddresses(context, customerId, async (inside, addresses) => {
    const address = one(addresses, id);
    await deleteAddressRow(inside.db, id);
    const heir = addresses.find((each) => each._id !== id);
    if (address.isDefault && heir) await updateAddress(inside.db, heir._id, { is_default: true });
  });
}

/** Holds the customer, so that writes to his addresses follow one another. */
function withAddresses<T>(
  context: Context,
  customerId: string,
  write: (inside: Context, addresses: CustomerAddress[]) => Promise<T>,
): Promise<T> {
  return inTransaction(context.db, async (db) => {
    if (!(await lockCustomer(db, { id: customerId }))) throw notFound();
    return write({ ...context, db }, await findAddresses(db, customerId));
  });
}

function one(addresses: CustomerAddress[], id: string): CustomerAddress {
  const address = addresses.find((each) => each._id === id);
  if (!address) throw notFound();
  return address;
}
