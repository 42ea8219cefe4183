import { messages } from '#contract/call/messages.ts';
import type { UndoneCustomerMerge } from '#contract/customer-merges.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext, Context } from '#server/context.ts';
import {
  ensureDefaultAddress,
  findCustomerAddresses,
  returnAddresses,
} from '#server/customers/addresses.db.ts';
import { toContactColumns } from '#server/customers/customer-contact.ts';
import {
  type CustomerRow,
  findCustomer,
  lockCustomersWithMerged,
  updateCustomer,
} from '#server/customers/customers.db.ts';
import { getCustomer } from '#server/customers/customers.service.ts';
import { findSuggestions, replaceSuggestions } from '#server/customers/suggestions.db.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { conflict, notFound, Refusal } from '#server/lib/refusal.ts';
import { restoreSuggestions } from './merged-suggestions.ts';
import {
  type CustomerMergeRow,
  countLeadsSince,
  findCustomerMerge,
  findMergedInto,
  findNextCustomerMerge,
  markCustomerMergeUndone,
  type ReplacedByCustomerMerge,
  unmergeCustomers,
  updateReplacedValues,
} from './merges.db.ts';
import { getUndoableSince } from './merges.service.ts';
import { type CustomerLeads, maxImmediateLeads, reassignLeadsSoon } from './reassign-leads.service.ts';

// `kept`: by the merge; `holder`: who has everything now, another one if the kept customer was merged since. `leaving`: the merged
// ones, `followers`: those merged into them, `phones`: the numbers of both.
type Undoing = {
  merge: CustomerMergeRow;
  replaced: ReplacedByCustomerMerge;
  kept: CustomerRow;
  holder: CustomerRow;
  leaving: CustomerRow[];
  followers: { id: string; into: string }[];
  phones: string[];
};

/**
 * Undoes a merge: each customer is as before. Leads go by their numbers, also those recorded since; what else came later stays, and is
 * named.
 *
 * @throws Refusal 404, 409 when it was undone or is older than a day, or leads of both sides were merged, 503 while the customer is
 *   being erased.
 */
export function undoCustomerMerge(
  context: ActorContext,
  leads: CustomerLeads,
  id: string,
): Promise<UndoneCustomerMerge> {
  return undo(context, leads, id, false);
}

/**
 * Undoes a merge of a restored backup that had been undone since, however long ago it is. Leads of both sides that are still merged stay so.
 *
 * @throws Refusal 409 when nothing says any more what was before it.
 */
export async function undoRestoredCustomerMerge(
  context: ActorContext,
  leads: CustomerLeads,
  id: string,
): Promise<void> {
  await undo(context, leads, id, true);
}

function undo(
  context: ActorContext,
  leads: CustomerLeads,
  id: string,
  isRestored: boolean,
): Promise<UndoneCustomerMerge> {
  return inTransaction(context, async (inside) => {
    const { db, actor } = inside;
    const undoing = await lockUndoing(inside, leads, id, isRestored);
    const { merge, kept, holder, leaving, followers, phones, replaced } = undoing;
    const at = inside.clock.now();
    const leadsSince = await countLeadsSince(db, holder.id, phones, merge.merged_at);

    const leavingIds = leaving.map((row) => row.id);
    await unmergeCustomers(db, leavingIds, followers);
    const addresses = await separateAddresses(inside, undoing);
    const contact = await contactOf(inside, undoing);
    await separateAllSuggestions(inside, undoing, contact);
    // Found by the numbers that each has now.
    const stamps = { updated_at: at, last_modified_by: actor._id };
    await updateCustomer(db, kept.id, { ...toContactColumns(contact, kept.mobile), ...stamps });
    for (const row of new Set([holder, ...leaving]))
      if (row !== kept) await updateCustomer(db, row.id, toContactColumns(row, row.mobile));
    await reassignLeadsSoon(inside, leads, holder.id);

    await markCustomerMergeUndone(db, id, actor._id, at);
    const details = { customer: holder.id, merged: leavingIds };
    await recordAudit(inside, { action: 'customersUnmerged', actor: actor._id, details });
    return {
      customer: await getCustomer(inside, holder.id),
      customers: leaving.map(({ id: _id, name, mobile }) => ({ _id, name, mobile })),
      stayed: {
        fields: (['name', 'email'] as const).filter((field) => kept[field] !== replaced[field].after),
        addresses,
      },
      leads: leadsSince,
    };
  });
}

async function lockUndoing(
  inside: ActorContext,
  leads: CustomerLeads,
  id: string,
  isRestored: boolean,
): Promise<Undoing> {
  const { db } = inside;
  const { keptId, holderId, mergedIds } = await readUndoable(inside, id, isRestored);
  // Leads before their customers, as edits lock them; not against a merge that comes meanwhile.
  const merged = await Promise.all(mergedIds.map((mergedId) => findCustomer(db, mergedId)));
  const known = merged.flatMap((row) => row?.mobile ?? []);
  await leads.lock(inside, [holderId], known, maxImmediateLeads);
  const family = await lockCustomersWithMerged(db, [holderId]);
  const { merge } = await readUndoable(inside, id, isRestored);
  const [holder, kept] = [holderId, keptId].map((each) => family.find((row) => row.id === each));
  const leaving = family.filter((row) => merge.merged_ids.includes(row.id));
  const { replaced } = merge;
  if (!replaced || !holder || !kept || holder.merged_into !== null || leaving.length === 0)
    throw conflict(messages.mergeNotUndoable, undefined);
  if (holder.is_erasing) throw new Refusal('unavailable', messages.customerErasing, { retryAfter: 5 });
  const followers = await findMergedInto(
    db,
    leaving.map((row) => row.id),
  );
  const followerIds = new Set(followers.map((row) => row.id));
  const phones = family
    .filter((row) => followerIds.has(row.id) || leaving.includes(row))
    .map(({ mobile }) => mobile);
  if (!isRestored && (await leads.areMerged(inside, holder.id, phones)))
    throw conflict(messages.mergeLeadsFirst, undefined);
  return { merge, replaced, kept, holder, leaving, followers, phones };
}

async function readUndoable({ db, clock }: Pick<Context, 'db' | 'clock'>, id: string, isRestored: boolean) {
  const merge = await findCustomerMerge(db, id);
  const kept = merge && (await findCustomer(db, merge.kept_id));
  if (!merge || !kept) throw notFound();
  const isOpen = merge.undone_at === null && merge.replaced !== null;
  if (!isOpen || (!isRestored && merge.merged_at <= getUndoableSince({ clock })))
    throw conflict(messages.mergeNotUndoable, undefined);
  return { merge, keptId: kept.id, holderId: kept.merged_into ?? kept.id, mergedIds: merge.merged_ids };
}

/**
 * Decides the name and email of the kept customer: what the merge replaced, unless they were changed since. Where a later merge
 * changed them, that one's undo brings back what this one had replaced.
 */
async function contactOf(
  { db }: ActorContext,
  { merge, kept, replaced }: Undoing,
): Promise<{ name: string; email: string | null }> {
  const next = await findNextCustomerMerge(db, merge);
  if (!next) {
    return {
      name: kept.name === replaced.name.after ? replaced.name.before : kept.name,
      email: kept.email === replaced.email.after ? replaced.email.before : kept.email,
    };
  }
  const { name, email } = next.replaced;
  if (name.before === replaced.name.after) name.before = replaced.name.before;
  if (email.before === replaced.email.after) email.before = replaced.email.before;
  await updateReplacedValues(db, next.id, next.replaced);
  return { name: kept.name, email: kept.email };
}

async function separateAddresses({ db }: ActorContext, undoing: Undoing): Promise<number> {
  const { holder, leaving, followers, replaced, merge } = undoing;
  for (const { id } of leaving) {
    const homes = [id, ...followers.flatMap((row) => (row.into === id ? [row.id] : []))];
    await returnAddresses(db, homes, { from: holder.id, to: id });
    const addresses = replaced.merged.find((row) => row.id === id)?.addresses ?? [];
    await ensureDefaultAddress(db, id, addresses.find(({ isDefault }) => isDefault)?.id ?? null);
  }
  await ensureDefaultAddress(db, holder.id, replaced.defaultAddress);
  const left = await findCustomerAddresses(db, [holder.id]);
  return left.filter(({ createdAt }) => createdAt > merge.merged_at).length;
}

async function separateAllSuggestions(
  { db }: ActorContext,
  { merge, kept, holder, leaving, phones, replaced }: Undoing,
  contact: { name: string; email: string | null },
): Promise<void> {
  for (const { id, suggestions } of replaced.merged)
    if (leaving.some((row) => row.id === id)) await replaceSuggestions(db, [id], suggestions);
  if (holder !== kept) return;
  const current = await findSuggestions(db, [kept.id], phones);
  const separate = restoreSuggestions(current, replaced.suggestions, {
    contact,
    mergedAt: merge.merged_at,
  });
  await replaceSuggestions(db, [kept.id], separate);
}
