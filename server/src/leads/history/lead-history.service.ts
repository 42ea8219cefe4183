import { pagesFor } from '#contract/call/paging.ts';
import type { ActorContext } from '#server/context.ts';
import { getLead } from '#server/leads/get-lead.service.ts';
import { asSeenBy } from '#server/leads/leads.policy.ts';
import { findVersions } from './lead-history.db.ts';

/** The newest version of a lead and the one before. @throws Refusal 404. */
export async function getLastChanges(context: ActorContext, id: string) {
  const { version } = await getLead(context, id);
  const leads = await versionsOf(context, id, Math.min(2, version), 0);
  return { changedFields: leads[0]?.changedFields ?? [], leads };
}

/** A page of a lead's versions, newest first. @throws Refusal 404. */
export async function listLeadHistory(
  context: ActorContext,
  id: string,
  { page, limit }: { page: number; limit: number },
) {
  const { version: total } = await getLead(context, id);
  const history = await versionsOf(context, id, limit, (page - 1) * limit);
  return { history, totalPages: pagesFor(total, limit), totalHistoryCount: total };
}

async function versionsOf(context: ActorContext, id: string, limit: number, offset: number) {
  const versions = await findVersions(context.db, id, limit, offset);
  return versions.map((version) => asSeenBy(context.actor, version));
}
