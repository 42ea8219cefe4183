import { messages } from '#contract/call/messages.ts';
import { countPages } from '#contract/call/paging.ts';
import type { LeadVersion } from '#contract/leads/lead-history.ts';
import type { Lead } from '#contract/leads/leads.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { changeLead } from '#server/leads/record/change-leads.service.ts';
import {
  getVisibleLead,
  listIdsWithJoined,
  loadNamesFor,
  type VisibleLead,
} from '#server/leads/record/get-lead.service.ts';
import { type LeadChange, pickColumns } from '#server/leads/record/lead-change.ts';
import { restoreMilestones } from '#server/leads/record/lead-milestones.ts';
import { toLead } from '#server/leads/record/lead-rows.ts';
import { redactLead } from '#server/leads/record/leads.policy.ts';
import { forbidden } from '#server/lib/refusal.ts';
import {
  countJoinedVersions,
  findFirstContact,
  findJoinedVersions,
  findReminders,
  findSnapshot,
  findVersions,
  type VersionPage,
  type VersionRow,
} from './lead-history.db.ts';

const undoLimit = 3_600_000;

const ofMerges = ['mergedInto', 'joinedLeads'];

/** Reads the newest version that the lead itself got, and the one before. @throws Refusal 404. */
export async function getLastChanges(context: ActorContext, id: string) {
  const lead = await getVisibleLead(context, id);
  const page = { limit: Math.min(2, lead.version), offset: 0 };
  const leads = await listOwnVersions(context, lead, page);
  return { changedFields: leads[0]?.changedFields ?? [], leads };
}

/** Lists a lead's versions, and those of the leads joined with it unless only its `own` are wanted; newest first. @throws Refusal 404. */
export async function listLeadHistory(
  context: ActorContext,
  id: string,
  { page, limit, own }: { page: number; limit: number; own?: 'true' | undefined },
) {
  const lead = await getVisibleLead(context, id);
  const at = { limit, offset: (page - 1) * limit };
  const history = await (own ? listOwnVersions : listVersions)(context, lead, at);
  const joined = own ? [] : listIdsWithJoined(lead).slice(1);
  const others = joined.length > 0 ? await countJoinedVersions(context.db, joined) : 0;
  const total = lead.version + others;
  return { history, totalPages: countPages(total, limit), totalHistoryCount: total };
}

/**
 * Lists the versions of a lead and of those joined with it, newest first: those before an id (and the one before each), or from an offset
 * on.
 */
export async function listVersions(
  context: ActorContext,
  lead: VisibleLead,
  page: VersionPage,
): Promise<LeadVersion[]> {
  const { db } = context;
  const [, ...joined] = listIdsWithJoined(lead);
  const rows =
    joined.length > 0
      ? await findJoinedVersions(db, { kept: lead.id, joined }, page)
      : await findVersions(db, lead.id, page);
  return nameVersions(context, rows);
}

async function listOwnVersions(
  context: ActorContext,
  { id }: VisibleLead,
  page: VersionPage,
): Promise<LeadVersion[]> {
  return nameVersions(context, await findVersions(context.db, id, page));
}

async function nameVersions(context: ActorContext, rows: readonly VersionRow[]): Promise<LeadVersion[]> {
  const names = await loadNamesFor(context, rows);
  return rows.map((row) =>
    redactLead(context.actor, {
      ...toLead(row, names),
      _id: row.version_id,
      createdAt: row.version_created_at.toISOString(),
    }),
  );
}

/**
 * Undoes the newest change of a lead, by a new version.
 *
 * @throws Refusal 403 for somebody else's change or after an hour, 404, 409 when it is not the newest.
 */
export function undoLeadChange(context: ActorContext, id: string, version: number): Promise<Lead> {
  return changeLead({
    context,
    id,
    version,
    dropUnfitAdvisor: true,
    decide: (inside, lead) => {
      requireOwnRecentChange(inside, lead);
      return planUndoOfNewestChange(inside, lead);
    },
  });
}

/** Requires that the newest change of the lead is the actor's, and at most an hour old. @throws Refusal 403. */
export function requireOwnRecentChange({ actor, clock }: ActorContext, lead: VisibleLead): void {
  const isOwn = lead.last_modified_by === actor._id;
  const isRecent = clock.now().getTime() - lead.updated_at.getTime() <= undoLimit;
  if (!isOwn || !isRecent) throw forbidden(messages.undoNotAllowed);
}

/**
 * Returns the change that undoes the newest one; writes nothing. A reminder that it ended is back, unless there is another one since,
 * or a contact, which would have ended it. Its advisor may no longer have the lead: for a request with `dropUnfitAdvisor`.
 *
 * @throws Refusal 403 when there is none, it is a merge or its undo, or what it replaced was erased.
 */
export async function planUndoOfNewestChange({ db }: Context, lead: VisibleLead): Promise<LeadChange> {
  if (ofMerges.some((field) => lead.changed_fields.includes(field))) throw forbidden(messages.undoMerge);
  const before = await findSnapshot(db, lead.id, lead.version - 1);
  if (!before || before.customer_id === null) throw forbidden(messages.undoNotAllowed);
  const { advisor_id } = before;
  const { set, ended, contactedAt } = await findReminders(db, lead.id, lead.version);
  const isMove = lead.changed_fields.includes('status');
  const isSame =
    lead.try_again_at?.getTime() === set?.getTime() &&
    lead.last_contact_at?.getTime() === contactedAt?.getTime();
  const change = {
    ...pickColumns(before, lead.changed_fields),
    ...{ advisor_id, try_again_at: isMove && isSame ? ended : lead.try_again_at },
    ...restoreMilestones(lead, before),
  };
  // An attempt made since answered the enquiry, once what answered it first is undone.
  const isPendingAgain =
    change.status === 'pending' && lead.contact_attempts > 0 && lead.responded_at !== null;
  if (!isPendingAgain) return change;
  return { ...change, responded_at: (await findFirstContact(db, lead.id)) ?? lead.responded_at };
}
