import type { Lead } from '#contract/leads/leads.ts';
import type { ActorContext } from '#server/context.ts';
import { notFound } from '#server/http/refusal.ts';
import { findLead } from './leads.db.ts';
import { asSeenBy, maySeeCenter } from './leads.policy.ts';

/** @throws Refusal 404 when there is no such lead, or not for this employee. */
export async function getLead(context: ActorContext, id: string): Promise<Lead> {
  const lead = await findLead(context.db, id);
  if (!lead || !maySeeCenter(context.actor, lead.serviceCenter._id)) throw notFound();
  return asSeenBy(context.actor, lead);
}
