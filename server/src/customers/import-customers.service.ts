import { messages } from '#contract/call/messages.ts';
import type { CreateAddressBody } from '#contract/customers.ts';
import type { ActorContext } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import { newId } from '#server/lib/ids.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { findAddresses, insertAddress } from './addresses.db.ts';
import { normaliseContactText, toContactColumns } from './customer-contact.ts';
import { insertCustomers, lockCustomer, lockCustomersByMobile, updateCustomer } from './customers.db.ts';
import {
  clearSuggestionSources,
  deleteImportedCustomers,
  findImportedCustomers,
} from './import-customers.db.ts';

/** A customer as a row of a file gives it. `phone`: in stored form. */
export type ImportedCustomer = {
  phone: string;
  name: string;
  email: string | null;
  address: CreateAddressBody | null;
};

type TakenCustomer = { id: string; state: 'made' | 'joined' };

/**
 * Makes the customers that there are not, in the transaction of `context.db`; the others get the email and address that they lack.
 *
 * @returns what became of each, in their order.
 * @throws Refusal 503 while one is being erased.
 */
export async function importCustomers(
  context: ActorContext,
  importId: string,
  given: readonly ImportedCustomer[],
): Promise<TakenCustomer[]> {
  const { db, clock, actor } = context;
  const at = clock.now();
  const first = new Map<string, ImportedCustomer>();
  for (const each of given) if (!first.has(each.phone)) first.set(each.phone, each);
  const stamps = { created_at: at, updated_at: at, last_modified_by: actor._id, import_id: importId };
  const rows = [...first.values()].map(({ phone, name, email }) => ({
    id: newId(at),
    mobile: phone,
    ...toContactColumns({ name, email }, phone),
    ...stamps,
  }));
  const made = new Map(await insertCustomers(db, rows));
  const others = given.filter((each) => first.get(each.phone) !== each || !made.has(each.phone));
  const known = new Map(
    others.length === 0
      ? []
      : await lockCustomersByMobile(db, [...new Set(others.map(({ phone }) => phone))]),
  );
  const taken: TakenCustomer[] = [];
  for (const each of given) {
    const row = known.get(each.phone);
    const isMade = made.has(each.phone) && first.get(each.phone) === each;
    const id = made.get(each.phone) ?? row?.id ?? '';
    if (row?.is_erasing) throw new Refusal('unavailable', messages.customerErasing, { retryAfter: 5 });
    if (!isMade && row && row.email === null && each.email !== null) {
      const changes = toContactColumns({ name: row.name, email: each.email }, row.mobile);
      // What an import made stays as it was made: it has not been changed since.
      const isOwn = row.import_id === importId && row.updated_at.getTime() === row.created_at.getTime();
      await updateCustomer(db, id, {
        ...changes,
        ...(!isOwn && { updated_at: at, last_modified_by: actor._id }),
      });
      // Several numbers may be one customer's.
      for (const [phone, other] of known) if (other.id === id) known.set(phone, { ...row, ...changes });
    }
    if (each.address) await addAddress(context, id, each.address);
    taken.push({ id, state: isMade ? 'made' : 'joined' });
  }
  return taken;
}

async function addAddress(
  { db, clock, actor }: ActorContext,
  customerId: string,
  { label = null, line, area = null, city = null }: CreateAddressBody,
): Promise<void> {
  const at = clock.now();
  const addresses = await findAddresses(db, customerId);
  if (addresses.some((address) => normaliseContactText(address.line) === normaliseContactText(line))) return;
  await insertAddress(db, {
    ...{ id: newId(at), customer_id: customerId, label, line, area, city },
    ...{ is_default: addresses.length === 0, created_at: at, updated_at: at, last_modified_by: actor._id },
  });
}

type KeptCustomer = { id: string; reason: 'otherLeads' | 'changedSince' };

/**
 * Deletes the next customers that an import made, in the transaction of `context.db`; those who have other leads or were changed since
 * stay.
 *
 * @param next.after the id of the last that was looked at.
 * @returns `last`: undefined when none is left; `kept`: those who stay, but for those who only have leads of the import.
 */
export async function revertCustomers(
  { db }: Pick<ActorContext, 'db'>,
  { importId, after, most }: { importId: string; after: string | null; most: number },
): Promise<{ last: string | undefined; deleted: number; kept: KeptCustomer[] }> {
  const found = await findImportedCustomers(db, importId, after, most);
  const kept = found.flatMap(({ id, hasOtherLeads, isChanged }): KeptCustomer[] => {
    if (hasOtherLeads) return [{ id, reason: 'otherLeads' }];
    return isChanged ? [{ id, reason: 'changedSince' }] : [];
  });
  const gone = found.filter(({ hasLeads, isChanged }) => !hasLeads && !isChanged);
  const deleted = await deleteImportedCustomers(
    db,
    importId,
    gone.map(({ id }) => id),
  );
  await forgetNumbersOf(db, new Set(gone.flatMap(({ owner }) => owner ?? [])));
  return { last: found.at(-1)?.id, deleted, kept };
}

async function forgetNumbersOf(db: Db, owners: ReadonlySet<string>): Promise<void> {
  for (const id of owners) {
    const row = await lockCustomer(db, id);
    if (row) await updateCustomer(db, id, toContactColumns(row, row.mobile));
  }
}

/** Deletes what leads suggested to customers, before the leads are deleted; what was decided of it stays. */
export function deleteSuggestionsOfLeads(
  { db }: Pick<ActorContext, 'db'>,
  leads: readonly string[],
): Promise<void> {
  return clearSuggestionSources(db, leads);
}
