import type { ActorContext, Context, DealerRules } from '#server/context.ts';
import { listMergesWithOthers } from '#server/customers/merge/merges.service.ts';
import { undoRestoredCustomerMerge } from '#server/customers/merge/undo-merge.service.ts';
import { readDealerRules } from '#server/dealer/dealer-rules.service.ts';
import { customerLeads } from '#server/leads/bulk/customer-leads.service.ts';
import { listCrossingMergeIds, undoRestoredLeadMerge } from '#server/leads/merge/undo-merge.service.ts';
import { Refusal } from '#server/lib/refusal.ts';

/**
 * Undoes merges of customers who were erased with others, in a restored backup: whoever was erased together is in the list together,
 * so a merge with others had been undone before. Else the others would be erased with them, or keep their leads.
 */
export async function unmergeErasedCustomers(context: Context, erased: readonly string[]): Promise<void> {
  const dealer = await readDealerRules(context.db);
  if (!dealer || erased.length === 0) return;
  for (const { id, by, holder, phones } of await listMergesWithOthers(context, erased)) {
    const inside = asMerger(context, dealer, by);
    for (const merge of await listCrossingMergeIds(context, holder, phones))
      await unlessRefused(undoRestoredLeadMerge(inside, merge));
    await unlessRefused(undoRestoredCustomerMerge(inside, customerLeads, id));
  }
}

// What cannot be parted any more is erased as it is.
async function unlessRefused(undoing: Promise<void>): Promise<void> {
  await undoing.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}

function asMerger(context: Context, dealer: DealerRules, id: string): ActorContext {
  const nobody = { name: '', email: '', dp: null, serviceCenter: [], needsSecondFactor: false };
  return { ...context, dealer, actor: { ...nobody, _id: id, level: 'superAdmin' } };
}
