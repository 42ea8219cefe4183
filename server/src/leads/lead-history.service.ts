import type { LeadVersion } from '#contract/lead-history.ts';
import type { Lead } from '#contract/leads.ts';
import { pagesFor } from '#contract/paging.ts';
import type { ActorContext } from '#server/context.ts';
import { findVersions } from '#server/leads/lead-history.db.ts';
import { getLead } from '#server/leads/leads.service.ts';

/** The newest version of a lead and the one before. @throws Refusal 404. */
export async function getLastChanges(context: ActorContext, id: string) {
  const { version } = await getLead(context, id);
  const leads = await findVersions(context.db, id, Math.min(2, version), 0);
  return { changedFields: leads[0]?.changedFields ?? [], leads };
}

/** A page of a lead's versions, newest first. @throws Refusal 404. */
export async function listLeadHistory(
  context: ActorContext,
  id: string,
  { page, limit }: { page: number; limit: number },
) {
  const { version: total } = await getLead(context, id);
  const history = await findVersions(context.db, id, limit, (page - 1) * limit);
  return { history, totalPages: pagesFor(total, limit), totalHistoryCount: total };
}

/** Every version of a lead, newest first. @throws Refusal 404. */
export async function listVersions(context: ActorContext, id: string): Promise<LeadVersion[]> {
  const { version: total }: Lead = await getLead(context, id);
  return findVersions(context.db, id, total, 0);
}
