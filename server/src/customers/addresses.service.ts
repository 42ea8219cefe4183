import { messages } from '#contract/call/messages.ts';
import type { CreateAddressBody, CustomerAddress, EditAddressBody } from '#contract/customers.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { newId } from '#server/lib/ids.ts';
import { invalidFields, notFound } from '#server/lib/refusal.ts';
import {
  clearDefaultAddress,
  deleteAddressRow,
  findAddresses,
  insertAddress,
  updateAddress,
} from './addresses.db.ts';
import { findCustomer, lockCustomer } from './customers.db.ts';
import { requireUnmergedCustomer } from './customers.service.ts';

/** Lists a customer's addresses, the default first. @throws Refusal 404, 409 as `requireUnmergedCustomer`. */
export async function listCustomerAddresses(
  context: Context,
  customerId: string,
): Promise<CustomerAddress[]> {
  await requireUnmergedCustomer(context.db, await findCustomer(context.db, customerId));
  return findAddresses(context.db, customerId);
}

/** Adds an address to a customer; the first one is the default. @throws Refusal 404, 409 as `requireUnmergedCustomer`. */
export function addCustomerAddress(
  context: ActorContext,
  customerId: string,
  { isDefault = false, label = null, line, area = null, city = null }: CreateAddressBody,
): Promise<CustomerAddress> {
  return withAddresses(context, customerId, async (inside, addresses) => {
    const at = context.clock.now();
    const id = newId(at);
    const becomesDefault = isDefault || addresses.length === 0;
    if (becomesDefault) await clearDefaultAddress(inside.db, customerId, inside.actor._id);
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
      last_modified_by: inside.actor._id,
    });
    return one(await findAddresses(inside.db, customerId), id);
  });
}

/**
 * Edits an address; absent fields stay. A new default replaces the earlier one.
 *
 * @throws Refusal 400 beside `isDefault` when no default would be left, 404, 409 as `requireUnmergedCustomer`.
 */
export function editCustomerAddress(
  context: ActorContext,
  customerId: string,
  id: string,
  { isDefault, ...changes }: EditAddressBody,
): Promise<CustomerAddress> {
  return withAddresses(context, customerId, async (inside, addresses) => {
    const address = one(addresses, id);
    if (isDefault === false && address.isDefault) {
      throw invalidFields({ isDefault: messages.defaultAddressNeeded });
    }
    if (isDefault && !address.isDefault) await clearDefaultAddress(inside.db, customerId, inside.actor._id);
    await updateAddress(inside.db, id, {
      ...changes,
      ...(isDefault && { is_default: true }),
      updated_at: context.clock.now(),
      last_modified_by: inside.actor._id,
    });
    return one(await findAddresses(inside.db, customerId), id);
  });
}

/** Deletes an address; the oldest of the others replaces a deleted default. @throws Refusal 404, 409 as `requireUnmergedCustomer`. */
export function deleteCustomerAddress(context: ActorContext, customerId: string, id: string): Promise<void> {
  return withAddresses(context, customerId, async (inside, addresses) => {
    const address = one(addresses, id);
    await deleteAddressRow(inside.db, id);
    const next = addresses.find((each) => each._id !== id);
    if (!address.isDefault || !next) return;
    await updateAddress(inside.db, next._id, { is_default: true, last_modified_by: inside.actor._id });
  });
}

// Locks the customer, so that writes take turns.
function withAddresses<T>(
  context: ActorContext,
  customerId: string,
  write: (inside: ActorContext, addresses: CustomerAddress[]) => Promise<T>,
): Promise<T> {
  return inTransaction(context, async (inside) => {
    await requireUnmergedCustomer(inside.db, await lockCustomer(inside.db, customerId));
    return write(inside, await findAddresses(inside.db, customerId));
  });
}

function one(addresses: CustomerAddress[], id: string): CustomerAddress {
  const address = addresses.find((each) => each._id === id);
  if (!address) throw notFound();
  return address;
}
