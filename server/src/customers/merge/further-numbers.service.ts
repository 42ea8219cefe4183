import { messages } from '#contract/call/messages.ts';
import type { ActorContext } from '#server/context.ts';
import { toContactColumns } from '#server/customers/customer-contact.ts';
import {
  type CustomerRow,
  insertCustomers,
  lockCustomersByMobile,
  updateCustomer,
} from '#server/customers/customers.db.ts';
import { newId } from '#server/lib/ids.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { markCustomersMerged } from './merges.db.ts';

/** A number, in stored form, of somebody who has another one. `owner`: any number of theirs. */
type FurtherNumber = { phone: string; owner: string; name: string; email: string | null };

type AddedNumber = { state: 'added' | 'known'; id: string } | { state: 'ownerMissing' } | { state: 'taken' };

/**
 * Adds further numbers that nobody has yet to customers, as a merge would but with nothing to undo, in the transaction of
 * `context.db`.
 *
 * @returns what became of each, in their order.
 * @throws Refusal 503 while one is being erased.
 */
export async function addFurtherNumbers(
  { db, clock, actor }: ActorContext,
  importId: string,
  numbers: readonly FurtherNumber[],
): Promise<AddedNumber[]> {
  if (numbers.length === 0) return [];
  const at = clock.now();
  const phones = [...new Set(numbers.flatMap(({ phone, owner }) => [phone, owner]))];
  const known = new Map<string, CustomerRow>(await lockCustomersByMobile(db, phones));
  const added: AddedNumber[] = [];
  for (const { phone, owner, name, email } of numbers) {
    const kept = known.get(owner);
    const holder = known.get(phone);
    if (!kept) {
      added.push({ state: 'ownerMissing' });
      continue;
    }
    if (kept.is_erasing) throw new Refusal('unavailable', messages.customerErasing, { retryAfter: 5 });
    if (holder) {
      added.push(holder.id === kept.id ? { state: 'known', id: kept.id } : { state: 'taken' });
      continue;
    }
    const id = newId(at);
    const stamps = { created_at: at, updated_at: at, last_modified_by: actor._id, import_id: importId };
    await insertCustomers(db, [
      { id, mobile: phone, ...toContactColumns({ name, email }, phone), ...stamps },
    ]);
    await markCustomersMerged(db, [id], kept.id, at);
    await updateCustomer(db, kept.id, toContactColumns(kept, kept.mobile));
    known.set(phone, kept);
    added.push({ state: 'added', id: kept.id });
  }
  return added;
}
