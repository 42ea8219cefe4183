import { pagesFor } from '#contract/call/paging.ts';
import type { LeadVersion } from '#contract/leads/lead-history.ts';
import type { ActorContext } from '#server/context.ts';
import { getLead } from '#server/leads/get-lead.service.ts';
import { asSeenBy } from '#server/leads/leads.policy.ts';
import { nameLead } from '#server/leads/named-leads.ts';
import { findVersions, findVersionsBefore, type VersionRow } from './lead-history.db.ts';

/** The newest version and the one before. @throws Refusal 404. */
export async function getLastChanges(context: ActorContext, id: string) {
  const { version } = await getLead(context, id);
  const leads = await versionsOf(context, id, Math.min(2, version), 0);
  return { changedFields: leads[0]?.changedFields ?? [], leads };
}

/** Newest first. @throws Refusal 404. */
export async function listLeadHistory(
  context: ActorContext,
  id: string,
  { page, limit }: { page: number; limit: number },
) {
  const { version: total } = await getLead(context, id);
  const history = await versionsOf(context, id, limit, (page - 1) * limit);
  return { history, totalPages: pagesFor(total, limit), totalHistoryCount: total };
}

/** For a lead that the caller may see; newest first. */
export async function listVersionsBefore(
  context: ActorContext,
  id: string,
  page: { before: string; limit: number },
): Promise<LeadVersion[]> {
  const rows = await findVersionsBefore(context.db, id, page);
  return Promise.all(rows.map((row) => toVersion(context, row)));
}

async function versionsOf(context: ActorContext, id: string, limit: number, offset: number) {
  const rows = await findVersions(context.db, id, limit, offset);
  return Promise.all(rows.map((row) => toVersion(context, row)));
}

async function toVersion(context: ActorContext, row: VersionRow): Promise<LeadVersion> {
  const lead = await nameLead(context, row);
  return asSeenBy(context.actor, {
    ...lead,
    _id: row.version_id,
    createdAt: row.version_created_at.toISOString(),
  });
}
