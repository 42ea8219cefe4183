import type { Lead } from '#contract/leads/leads.ts';
import type { Account } from '#contract/people.ts';
import type { ActorContext } from '#server/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { findLead } from './leads.db.ts';
import { asSeenBy, centersOf, maySeeCenter } from './leads.policy.ts';
import { nameLead } from './named-leads.ts';

/** Ids of the centers whose leads `actor` may see; undefined means all. */
export function visibleCenters(actor: Account): string[] | undefined {
  return centersOf(actor);
}

/** @throws Refusal 404, also for a lead that this employee may not see. */
export async function getLead(context: ActorContext, id: string): Promise<Lead> {
  const row = await findLead(context.db, id);
  if (!row || !maySeeCenter(context.actor, row.service_center_id)) throw notFound();
  return asSeenBy(context.actor, await nameLead(context, row));
}
