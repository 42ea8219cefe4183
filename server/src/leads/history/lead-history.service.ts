import { messages } from '#contract/call/messages.ts';
import { pagesFor } from '#contract/call/paging.ts';
import type { LeadVersion } from '#contract/leads/lead-history.ts';
import type { Lead } from '#contract/leads/leads.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { changeLead } from '#server/leads/record/change-leads.service.ts';
import { getVisibleLead, namesFor, type VisibleLead } from '#server/leads/record/get-lead.service.ts';
import { columnsOf, type LeadChange } from '#server/leads/record/lead-change.ts';
import { factsBefore } from '#server/leads/record/lead-facts.ts';
import { toLead } from '#server/leads/record/lead-rows.ts';
import { asSeenBy } from '#server/leads/record/leads.policy.ts';
import { forbidden } from '#server/lib/refusal.ts';
import { findFirstContact, findSnapshot, findVersions } from './lead-history.db.ts';

const undoLimit = 3_600_000;

/** The newest version and the one before. @throws Refusal 404. */
export async function getLastChanges(context: ActorContext, id: string) {
  const lead = await getVisibleLead(context, id);
  const leads = await listVersions(context, lead, { limit: Math.min(2, lead.version), offset: 0 });
  return { changedFields: leads[0]?.changedFields ?? [], leads };
}

/** Newest first. @throws Refusal 404. */
export async function listLeadHistory(
  context: ActorContext,
  id: string,
  { page, limit }: { page: number; limit: number },
) {
  const lead = await getVisibleLead(context, id);
  const history = await listVersions(context, lead, { limit, offset: (page - 1) * limit });
  return { history, totalPages: pagesFor(lead.version, limit), totalHistoryCount: lead.version };
}

/** Newest first, those before an id or from an offset on. */
export async function listVersions(
  context: ActorContext,
  { id }: VisibleLead,
  page: Parameters<typeof findVersions>[2],
): Promise<LeadVersion[]> {
  const rows = await findVersions(context.db, id, page);
  const names = await namesFor(context, rows);
  return rows.map((row) =>
    asSeenBy(context.actor, {
      ...toLead(row, names),
      _id: row.version_id,
      createdAt: row.version_created_at.toISOString(),
    }),
  );
}

/**
 * Undoes the newest change, as a new version.
 *
 * @throws Refusal 403 for somebody else's change or after an hour, 404, 409 when it is not the newest.
 */
export function undoChange(context: ActorContext, id: string, version: number): Promise<Lead> {
  return changeLead({
    context,
    id,
    version,
    orNobody: true,
    decide: (inside, lead) => {
      const isOwn = lead.last_modified_by === inside.actor._id;
      const isRecent = inside.clock.now().getTime() - lead.updated_at.getTime() <= undoLimit;
      if (!isOwn || !isRecent) throw forbidden(messages.undoNotAllowed);
      return revertNewestChange(inside, lead);
    },
  });
}

/**
 * What undoes the newest change. Its advisor may no longer have the lead: for a request with `orNobody`.
 *
 * @throws Refusal 403 when there is none, or what it replaced was erased.
 */
export async function revertNewestChange({ db }: Context, lead: VisibleLead): Promise<LeadChange> {
  const before = await findSnapshot(db, lead.id, lead.version - 1);
  if (!before || before.customer_id === null) throw forbidden(messages.undoNotAllowed);
  const { advisor_id } = before;
  const change = { ...columnsOf(before, lead.changed_fields), advisor_id, ...factsBefore(lead, before) };
  // An attempt made since answered the enquiry, once what answered it first is undone.
  const isPendingAgain = change.status === 'pending' && lead.contact_tries > 0 && lead.responded_at !== null;
  if (!isPendingAgain) return change;
  return { ...change, responded_at: (await findFirstContact(db, lead.id)) ?? lead.responded_at };
}
