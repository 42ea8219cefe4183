import { pagesFor } from '#contract/call/paging.ts';
import type { LeadVersion } from '#contract/leads/lead-history.ts';
import type { ActorContext } from '#server/context.ts';
import { getVisibleLead, nameLead, type VisibleLead } from '#server/leads/get-lead.service.ts';
import { findVersions, findVersionsBefore, type VersionRow } from './lead-history.db.ts';

/** The newest version and the one before. @throws Refusal 404. */
export async function getLastChanges(context: ActorContext, id: string) {
  const lead = await getVisibleLead(context, id);
  const leads = await versionsOf(
    context,
    await findVersions(context.db, lead.id, Math.min(2, lead.version), 0),
  );
  return { changedFields: leads[0]?.changedFields ?? [], leads };
}

/** Newest first. @throws Refusal 404. */
export async function listLeadHistory(
  context: ActorContext,
  id: string,
  { page, limit }: { page: number; limit: number },
) {
  const { version: total } = await getVisibleLead(context, id);
  const rows = await findVersions(context.db, id, limit, (page - 1) * limit);
  const history = await versionsOf(context, rows);
  return { history, totalPages: pagesFor(total, limit), totalHistoryCount: total };
}

/** Newest first. */
export async function listVersionsBefore(
  context: ActorContext,
  { id }: VisibleLead,
  page: { before: string; limit: number },
): Promise<LeadVersion[]> {
  return versionsOf(context, await findVersionsBefore(context.db, id, page));
}

function versionsOf(context: ActorContext, rows: readonly VersionRow[]): Promise<LeadVersion[]> {
  return Promise.all(
    rows.map(async (row) => {
      const lead = await nameLead(context, row);
      return { ...lead, _id: row.version_id, createdAt: row.version_created_at.toISOString() };
    }),
  );
}
