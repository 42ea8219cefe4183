import { mergeLimits } from '#contract/business.ts';
import type { EndpointReply } from '#contract/call/endpoint.ts';
import { fillPlaceholders, messages } from '#contract/call/messages.ts';
import type { undoLeadMerge as undoCall } from '#contract/leads/lead-merge.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { findSnapshot } from '#server/leads/history/lead-history.db.ts';
import { mayHaveLeads } from '#server/leads/record/advisors.db.ts';
import {
  readResponseClock,
  refuseMergedLead,
  writeLeads,
} from '#server/leads/record/change-leads.service.ts';
import { requireVisible, toNamedLead, type VisibleLead } from '#server/leads/record/get-lead.service.ts';
import type { LeadEdit } from '#server/leads/record/lead-change.ts';
import type { LeadRow } from '#server/leads/record/lead-rows.ts';
import { conflict, forbidden, notFound } from '#server/lib/refusal.ts';
import { lockLeadsWithJoined, requireMergeRight } from './merge-leads.service.ts';
import {
  countAddedSince,
  findBeforeMerge,
  findCrossingMergeIds,
  findLeadMerge,
  findPhonesBefore,
  type LeadMergeRow,
  markLeadMergeUndone,
} from './merges.db.ts';
import { getUndoUntil } from './merges.service.ts';
import { planUndoneLead } from './parted-lead.ts';

/**
 * Undoes a merge: the joined leads come back as they were, and the kept one becomes what it was, but for what was changed since.
 *
 * @throws Refusal 403 after a day, or for the service level unless the dealer allows it; 404; 409 when it is undone, a later merge of
 *   the lead stands, or one of the leads was erased.
 */
export function undoLeadMerge(context: ActorContext, id: string): Promise<EndpointReply<typeof undoCall>> {
  return inTransaction(context, async (base) => {
    const inside = await requireMergeRight(base);
    return undo(inside, id, (kept, merge) => requireUndoable(inside, kept, merge));
  });
}

/**
 * Undoes a merge of a restored backup that had been undone since, however long ago it is.
 *
 * @throws Refusal 409 when one of the leads was erased.
 */
export async function undoRestoredLeadMerge(context: ActorContext, id: string): Promise<void> {
  await inTransaction(context, (inside) => undo(inside, id, async () => {}));
}

/**
 * Lists the ids of the merges, not undone, that joined leads under these numbers with leads of their customer under others, and of the
 * merges that came on top of them; newest first.
 */
export function listCrossingMergeIds(
  { db }: Pick<ActorContext, 'db'>,
  customerId: string,
  phones: readonly string[],
): Promise<string[]> {
  return findCrossingMergeIds(db, customerId, phones);
}

async function undo(
  inside: ActorContext,
  id: string,
  requireThat: (kept: VisibleLead, merge: LeadMergeRow) => Promise<void>,
): Promise<EndpointReply<typeof undoCall>> {
  const { lead_id: keptId } = await getMerge(inside, id);
  const locked = await lockLeadsWithJoined(inside, [keptId]);
  const merge = await getMerge(inside, id);
  const kept = requireVisible(inside.actor, locked.get(keptId));
  await requireThat(kept, merge);
  const joined = merge.joined_ids.map((each) => requireVisible(inside.actor, locked.get(each)));
  const { back, stayed } = await partsOf(inside, kept, merge);
  const returning = [
    ...(await Promise.all(joined.map((lead) => partedFrom(inside, lead, kept)))),
    ...joined.flatMap((lead) => movedBack(lead, locked)),
  ];
  const phones = await findPhonesBefore(
    inside.db,
    returning.map(({ lead: { id }, change: { merged_into: into } }) => ({ id, into })),
  );
  const isErased = ({ id, customer_id }: LeadRow) => customer_id === null || phones.get(id) === '';
  if ([kept, ...joined].some(isErased) || !back)
    throw conflict(messages.leadErased, await toNamedLead(inside, kept));

  const at = inside.clock.now();
  const editor = inside.actor._id;
  const gone = new Set(joined.flatMap((lead) => [lead.id, ...lead.joined_ids]));
  const joined_ids = kept.joined_ids.filter((each) => !gone.has(each));
  const edits: LeadEdit[] = [
    { lead: kept, change: { ...back, joined_ids }, editor, at },
    ...returning.map(({ lead, change }) => {
      const { id, phone } = lead;
      return { lead, change: { ...change, phone: phones.get(id) ?? phone }, editor, at };
    }),
  ];
  const written = await writeLeads(inside.db, edits);
  await markLeadMergeUndone(inside.db, id, editor, at);
  const details = { lead: kept.id, leads: joined.length };
  await recordAudit(inside, { action: 'leadsMergeUndone', actor: editor, details });
  const named = (lead: LeadRow) => toNamedLead(inside, written.get(lead.id) ?? lead);
  const since = await countAddedSince(inside.db, keptId, merge.merged_at);
  return { lead: await named(kept), leads: await Promise.all(joined.map(named)), stayed, since };
}

async function getMerge({ db }: ActorContext, id: string): Promise<LeadMergeRow> {
  const merge = await findLeadMerge(db, id);
  if (!merge) throw notFound();
  return merge;
}

async function requireUndoable(inside: ActorContext, kept: VisibleLead, merge: LeadMergeRow): Promise<void> {
  if (merge.undone_at !== null) throw conflict(messages.mergeUndone, await toNamedLead(inside, kept));
  if (inside.clock.now() > getUndoUntil(merge))
    throw forbidden(fillPlaceholders(messages.mergeUndoLate, { hours: mergeLimits.undoHours }));
  await refuseMergedLead(inside, kept);
  if (!merge.is_newest) throw conflict(messages.laterMergeFirst, await toNamedLead(inside, kept));
}

async function partsOf(inside: ActorContext, now: VisibleLead, { id, version }: LeadMergeRow) {
  const { db } = inside;
  const [before, merged] = await Promise.all([findBeforeMerge(db, id), findSnapshot(db, now.id, version)]);
  if (!before || !merged) return { stayed: [] };
  const { change, stayed } = planUndoneLead(await readResponseClock(inside), { before, merged, now });
  return { back: { ...change, advisor_id: await advisorOf(inside, { ...now, ...change }) }, stayed };
}

// Nobody, when the one it has may not have it any more.
async function advisorOf(
  { db }: ActorContext,
  { advisor_id: advisor, service_center_id: center }: Pick<LeadRow, 'advisor_id' | 'service_center_id'>,
): Promise<string | null> {
  return advisor !== null && (await mayHaveLeads(db, advisor, center)) ? advisor : null;
}

// Whoever has arrived for its appointment while it was merged has arrived.
async function partedFrom(inside: ActorContext, lead: VisibleLead, { arrived_for }: VisibleLead) {
  const change = {
    ...{ merged_into: null, is_active: true, advisor_id: await advisorOf(inside, lead) },
    ...(arrived_for === lead.appointment_date && { arrived_for }),
  };
  return { lead, change };
}

function movedBack(lead: VisibleLead, locked: ReadonlyMap<string, LeadRow>) {
  return lead.joined_ids.flatMap((id) => {
    const moved = locked.get(id);
    return moved ? [{ lead: moved, change: { merged_into: lead.id } }] : [];
  });
}
