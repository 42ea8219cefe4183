import { mergeLimits } from '#contract/business.ts';
import type { EndpointReply } from '#contract/call/endpoint.ts';
import { fillPlaceholders, messages } from '#contract/call/messages.ts';
import { isOpenStatus } from '#contract/leads/lead-lists.ts';
import type { MergeLeadsBody, mergeLeads as mergeLeadsCall } from '#contract/leads/lead-merge.ts';
import { type LeadMergeChoice, proposeMergeFields } from '#contract/leads/merge-proposal.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { readDealerRules } from '#server/dealer/dealer-rules.service.ts';
import { mayHaveLeads } from '#server/leads/record/advisors.db.ts';
import {
  readResponseClock,
  refuseMergedLead,
  refuseStale,
  writeLeads,
} from '#server/leads/record/change-leads.service.ts';
import {
  listIdsWithJoined,
  loadNamesFor,
  requireVisible,
  toNamedLead,
  type VisibleLead,
} from '#server/leads/record/get-lead.service.ts';
import { type LeadRow, toLead } from '#server/leads/record/lead-rows.ts';
import { lockLeads } from '#server/leads/record/leads.db.ts';
import { mayMerge } from '#server/leads/record/leads.policy.ts';
import { newId } from '#server/lib/ids.ts';
import { conflict, forbidden, invalidFields } from '#server/lib/refusal.ts';
import { requireActiveServiceCenters } from '#server/service-centers/service-centers.service.ts';
import { planMergedLead } from './merged-lead.ts';
import { findJoinedLeadIds, findNewestLeadMerge, insertLeadMerge } from './merges.db.ts';
import { toLeadMerge } from './merges.service.ts';

/**
 * Joins open leads of one customer into one. Contacts, comments, versions and enquiries stay with theirs and are read with the
 * kept lead.
 *
 * @throws Refusal 403 for the service level unless the dealer allows it, 404, 409 with a lead that is stale, erased or merged
 *   already, 400 for leads that are not open or not of one customer, and beside a field that cannot be so.
 */
export function mergeLeads(
  context: ActorContext,
  { kept: keptId, leads: seen, fields = {} }: MergeLeadsBody,
): Promise<EndpointReply<typeof mergeLeadsCall>> {
  return inTransaction(context, async (base) => {
    const inside = await requireMergeRight(base);
    const ids = seen.map(({ _id }) => _id);
    const locked = await lockLeadsWithJoined(inside, ids);
    const leads = ids.map((id) => requireVisible(inside.actor, locked.get(id)));
    for (const [place, lead] of leads.entries()) {
      if (lead.customer_id === null) throw conflict(messages.leadErased, await toNamedLead(inside, lead));
      await refuseMergedLead(inside, lead);
      await refuseStale(inside, lead, seen[place]?.version);
    }
    requireMergeable(leads);
    const kept = leads.find(({ id }) => id === keptId) ?? requireVisible(inside.actor, undefined);
    const choice = await choose(inside, leads, keptId, fields);
    const change = await requireFit(
      inside,
      kept,
      planMergedLead(await readResponseClock(inside), kept, leads, choice),
      fields,
    );
    const at = inside.clock.now();
    const editor = inside.actor._id;
    const joined = leads.filter((lead) => lead !== kept);
    const moved = joined.flatMap(({ joined_ids }) => joined_ids.flatMap((id) => locked.get(id) ?? []));
    const into = { merged_into: kept.id };
    const written = await writeLeads(inside.db, [
      { lead: kept, change, editor, at },
      ...joined.map((lead) => ({ lead, change: { ...into, is_active: false }, editor, at })),
      ...moved.map((lead) => ({ lead, change: into, editor, at })),
    ]);
    const { contact_attempts, last_contact_at, try_again_at, reminded_for, arrived_for } = kept;
    const { response_restarted_at, response_due_at, responded_at, response_minutes } = kept;
    await insertLeadMerge(inside.db, {
      ...{ id: newId(at), leadId: kept.id, version: kept.version + 1, by: editor, at },
      joinedIds: joined.map(({ id }) => id),
      replaced: {
        ...{ contact_attempts, last_contact_at, try_again_at, reminded_for, arrived_for },
        ...{ response_restarted_at, response_due_at, responded_at, response_minutes },
      },
    });
    const details = { lead: kept.id, leads: joined.length };
    await recordAudit(inside, { action: 'leadsMerged', actor: editor, details });
    const merge = await findNewestLeadMerge(inside.db, kept.id);
    if (!merge) throw new Error('A merge was not kept');
    return {
      lead: await toNamedLead(inside, written.get(kept.id) ?? kept),
      merge: await toLeadMerge(inside, merge),
    };
  });
}

/** Requires the right to merge, by the dealer's present rules. @returns the context with these rules. @throws Refusal 403. */
export async function requireMergeRight(base: ActorContext): Promise<ActorContext> {
  const inside = { ...base, dealer: (await readDealerRules(base.db)) ?? base.dealer };
  if (!mayMerge(inside.actor, inside.dealer)) throw forbidden(messages.mergesOff);
  return inside;
}

/** Locks leads, and those that were merged into them, until commit. @returns those that exist, by id. */
export async function lockLeadsWithJoined(
  { db }: Pick<ActorContext, 'db'>,
  ids: readonly string[],
): Promise<Map<string, LeadRow>> {
  const rows = await lockLeads(db, [...ids, ...(await findJoinedLeadIds(db, ids))]);
  return new Map(rows.map((row) => [row.id, row]));
}

function requireMergeable(leads: readonly VisibleLead[]): void {
  if (leads.some(({ is_active, status }) => !is_active || !isOpenStatus(status)))
    throw invalidFields({ leads: messages.mergeOnlyOpen });
  if (new Set(leads.map(({ customer_id }) => customer_id)).size > 1)
    throw invalidFields({ leads: messages.mergeCustomersFirst });
  if (leads.flatMap(listIdsWithJoined).length > mergeLimits.joined + 1)
    throw invalidFields({ leads: fillPlaceholders(messages.tooManyJoined, { max: mergeLimits.joined }) });
}

async function choose(
  inside: ActorContext,
  leads: readonly VisibleLead[],
  kept: string,
  fields: Partial<LeadMergeChoice>,
): Promise<LeadMergeChoice> {
  const names = await loadNamesFor(inside, leads);
  const proposed = proposeMergeFields(
    leads.map((lead) => toLead(lead, names)),
    kept,
  );
  return { ...proposed, ...fields };
}

/** An advisor whom nobody named, and who may not have the lead, is left out. @throws Refusal 400 beside a field. */
async function requireFit(
  inside: ActorContext,
  kept: VisibleLead,
  change: ReturnType<typeof planMergedLead>,
  fields: Partial<LeadMergeChoice>,
): Promise<typeof change> {
  const { service_center_id: center, advisor_id: advisor } = change;
  if (change.status === 'booked' && change.appointment_date === null)
    throw invalidFields({ appointment: messages.appointmentDateMissing });
  const isMoved = center !== kept.service_center_id;
  if (isMoved) await requireActiveServiceCenters(inside, [center]);
  const isSame = advisor === kept.advisor_id && !isMoved;
  if (advisor === null || isSame || (await mayHaveLeads(inside.db, advisor, center))) return change;
  if (fields.advisor) throw invalidFields({ advisor: messages.unknownAdvisor });
  return { ...change, advisor_id: null };
}
