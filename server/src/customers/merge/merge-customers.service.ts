import { mergeLimits } from '#contract/business.ts';
import type { EndpointReply } from '#contract/call/endpoint.ts';
import { fillPlaceholders, messages } from '#contract/call/messages.ts';
import type { MergeCustomersBody, mergeCustomers as mergeCall } from '#contract/customer-merges.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext } from '#server/context.ts';
import {
  ensureDefaultAddress,
  findCustomerAddresses,
  moveAddresses,
} from '#server/customers/addresses.db.ts';
import { toContactColumns } from '#server/customers/customer-contact.ts';
import { type CustomerRow, lockCustomersWithMerged, updateCustomer } from '#server/customers/customers.db.ts';
import { getCustomer } from '#server/customers/customers.service.ts';
import { findSuggestions, replaceSuggestions } from '#server/customers/suggestions.db.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { newId } from '#server/lib/ids.ts';
import { conflict, invalidFields, Refusal } from '#server/lib/refusal.ts';
import { mergeSuggestions } from './merged-suggestions.ts';
import { insertCustomerMerge, markCustomersMerged, type ReplacedByCustomerMerge } from './merges.db.ts';
import { readComparedCustomers, readCustomerMerges } from './merges.service.ts';
import { type CustomerLeads, maxImmediateLeads, reassignLeadsSoon } from './reassign-leads.service.ts';

type Merging = { kept: CustomerRow; others: CustomerRow[] };

/**
 * Merges customers into one, all at once, and audits it; the leads of a customer with thousands follow within minutes.
 *
 * @returns the merge, by which it can be undone for a day, and the kept customer.
 * @throws Refusal 400, 409 with the customers as they are when one has changed, is deleted or merged, 503 while one is erased.
 */
export function mergeCustomers(
  context: ActorContext,
  leads: CustomerLeads,
  body: MergeCustomersBody,
): Promise<EndpointReply<typeof mergeCall>> {
  return inTransaction(context, async (inside) => {
    const { db, actor } = inside;
    const ids = body.customers.map(({ _id }) => _id);
    if (new Set(ids).size < ids.length) throw invalidFields({ customers: messages.mergeTwo });
    if (!ids.includes(body.keep)) throw invalidFields({ keep: messages.mergeKeepsNone });
    const otherIds = ids.filter((id) => id !== body.keep);
    // Leads before their customers, as edits lock them.
    await leads.lock(inside, otherIds, undefined, otherIds.length * maxImmediateLeads);
    const merging = await lockMerging(inside, body);
    const { kept, others } = merging;
    const at = inside.clock.now();
    const chosen = { name: body.name, email: body.email ?? null };

    const replaced = await joinWhatIsKept(inside, merging, chosen, at);
    await markCustomersMerged(db, otherIds, kept.id, at);
    for (const other of others)
      await updateCustomer(db, other.id, { search_key: toContactColumns(other, other.mobile).search_key });
    const columns = toContactColumns(chosen, kept.mobile);
    await updateCustomer(db, kept.id, { ...columns, updated_at: at, last_modified_by: actor._id });
    for (const id of otherIds) await reassignLeadsSoon(inside, leads, id);

    const id = newId(at);
    await insertCustomerMerge(db, { id, keptId: kept.id, mergedIds: otherIds, replaced, by: actor._id, at });
    const details = { customer: kept.id, merged: otherIds };
    await recordAudit(inside, { action: 'customersMerged', actor: actor._id, details });
    const merge = (await readCustomerMerges(inside, kept.id)).find(({ _id }) => _id === id);
    if (!merge) throw new Error('A merge is not found');
    return { merge, customer: await getCustomer(inside, kept.id) };
  });
}

async function lockMerging(inside: ActorContext, { customers, keep }: MergeCustomersBody): Promise<Merging> {
  const ids = customers.map(({ _id }) => _id);
  const family = await lockCustomersWithMerged(inside.db, ids);
  const rows = customers.map(({ _id, version }) =>
    family.find((row) => row.id === _id && row.version === version && row.merged_into === null),
  );
  const found = rows.filter((row) => row !== undefined);
  const kept = found.find(({ id }) => id === keep);
  if (!kept || found.length < ids.length) {
    const current = { customers: await readComparedCustomers(inside, ids) };
    throw conflict(messages.mergeChanged, current);
  }
  if (found.some((row) => row.is_erasing))
    throw new Refusal('unavailable', messages.customerErasing, { retryAfter: 5 });
  if (family.length > mergeLimits.numbers)
    throw invalidFields({
      customers: fillPlaceholders(messages.mergeTooManyNumbers, { max: mergeLimits.numbers }),
    });
  return { kept, others: found.filter((row) => row !== kept) };
}

async function joinWhatIsKept(
  { db, actor }: ActorContext,
  { kept, others }: Merging,
  chosen: { name: string; email: string | null },
  at: Date,
): Promise<ReplacedByCustomerMerge> {
  const otherIds = others.map(({ id }) => id);
  const ids = [kept.id, ...otherIds];
  const [addresses, suggestions] = [await findCustomerAddresses(db, ids), await findSuggestions(db, ids)];
  const ofOthers = addresses.filter(({ customerId }) => customerId !== kept.id);
  await moveAddresses(
    db,
    ofOthers.map(({ id }) => id),
    kept.id,
  );
  await ensureDefaultAddress(db, kept.id, ofOthers.find(({ isDefault }) => isDefault)?.id ?? null);
  const contacts = [kept, ...others];
  const joined = mergeSuggestions({ keptId: kept.id, rows: suggestions, contacts, chosen }, actor._id, at);
  await replaceSuggestions(db, ids, joined);

  const isDefaultOf = addresses.find(({ customerId, isDefault }) => customerId === kept.id && isDefault);
  return {
    name: { before: kept.name, after: chosen.name },
    email: { before: kept.email, after: chosen.email },
    defaultAddress: isDefaultOf?.id ?? null,
    suggestions: suggestions.filter(({ customer_id }) => customer_id === kept.id),
    merged: otherIds.map((id) => ({
      id,
      addresses: addresses
        .filter(({ customerId }) => customerId === id)
        .map(({ id, isDefault }) => ({ id, isDefault })),
      suggestions: suggestions.filter(({ customer_id }) => customer_id === id),
    })),
  };
}
