import { mergeLimits } from '#contract/business.ts';
import type { LeadMerge } from '#contract/leads/lead-panel.ts';
import type { ActorContext } from '#server/context.ts';
import { loadNames } from '#server/leads/record/get-lead.service.ts';
import type { LeadRow } from '#server/leads/record/lead-rows.ts';
import { mayMerge, maySeeCenter } from '#server/leads/record/leads.policy.ts';
import { findNewestLeadMerge, type LeadMergeRow } from './merges.db.ts';

const hour = 3_600_000;

/** Finds the newest merge of a lead if the actor may still undo it; null otherwise. */
export async function findUndoableMerge(context: ActorContext, lead: LeadRow): Promise<LeadMerge | null> {
  const { actor, dealer, clock, db } = context;
  const isOut = lead.joined_ids.length === 0 || lead.merged_into !== null || lead.customer_id === null;
  if (isOut || !mayMerge(actor, dealer)) return null;
  const merge = await findNewestLeadMerge(db, lead.id);
  if (!merge || clock.now() > getUndoUntil(merge)) return null;
  return merge.centers.every((center) => maySeeCenter(actor, center)) ? toLeadMerge(context, merge) : null;
}

/** Converts a merge to the form of the contract. */
export async function toLeadMerge(context: ActorContext, merge: LeadMergeRow): Promise<LeadMerge> {
  const { people } = await loadNames(context, ({ people }) => people.has(merge.merged_by));
  return {
    _id: merge.id,
    lead: merge.lead_id,
    leads: merge.joined_ids,
    at: merge.merged_at.toISOString(),
    by: { _id: merge.merged_by, name: people.get(merge.merged_by) ?? '' },
    undoUntil: getUndoUntil(merge).toISOString(),
  };
}

/** Returns until when a merge can be undone. */
export function getUndoUntil({ merged_at }: LeadMergeRow): Date {
  return new Date(merged_at.getTime() + mergeLimits.undoHours * hour);
}
