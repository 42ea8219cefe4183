import { maxDaysAhead } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import type { BulkRefusal, MatchingLeads } from '#contract/leads/lead-bulk.ts';
import type { BulkAction } from '#contract/leads/lead-lists.ts';
import { addDays, dateInTimeZone } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import { planUndoOfNewestChange } from '#server/leads/history/lead-history.service.ts';
import type { LeadFilter } from '#server/leads/lists/lead-filter.db.ts';
import {
  createEntryFilter,
  createManagementFilter,
  createStatusFilter,
} from '#server/leads/lists/lead-lists.service.ts';
import { findLeadIds } from '#server/leads/lists/lead-pages.db.ts';
import { createNeglectedFilter } from '#server/leads/lists/neglected.service.ts';
import { mayHaveLeads } from '#server/leads/record/advisors.db.ts';
import { changeLeads, type LeadChangeRequest } from '#server/leads/record/change-leads.service.ts';
import { planStatusChange } from '#server/leads/record/edit-leads.service.ts';
import { invalidFields, Refusal } from '#server/lib/refusal.ts';
import { lockActiveCentersUntilCommit } from '#server/service-centers/service-centers.service.ts';

// `value`: the advisor of `assign` (null: nobody), the center of `moveCenter`, the day of `followUp`; `advisor_id`: in that center.
type BatchChange = { action: BulkAction; value: string | null; advisor_id: string | null };

type BatchLead = { id: string; advisor_id: string | null };

/** Says what a bulk change did to one lead: gave it a new version, found nothing to change, or was refused. */
export type BulkLeadResult =
  | { id: string; state: 'changed'; version: number }
  | { id: string; state: 'same' }
  | { id: string; state: 'refused'; reason: BulkRefusal };

/**
 * Finds the ids of the leads that a list shows the actor under these filters, newest first, at most `most`. It does not check whether
 * the actor may change them.
 */
export async function findMatchingLeadIds(
  context: ActorContext,
  matching: MatchingLeads,
  most: number,
): Promise<string[]> {
  return findLeadIds(context.db, await filterOf(context, matching), most);
}

function filterOf(context: ActorContext, matching: MatchingLeads): LeadFilter | Promise<LeadFilter> {
  switch (matching.list) {
    case 'entry':
      return createEntryFilter(context, matching);
    case 'status':
      return createStatusFilter(context, matching);
    case 'management':
      return createManagementFilter(context, matching);
    case 'neglected':
      return createNeglectedFilter(context, matching);
  }
}

/**
 * Checks what a bulk change would do to every lead, and locks the center until commit.
 *
 * @returns what rules it out: an inactive center, an advisor who may not have leads there, or a date out of range; undefined when
 *   nothing does.
 */
export async function findChangeFault(
  context: ActorContext,
  { action, value, advisor_id: advisor }: BatchChange,
): Promise<'center' | 'advisor' | 'date' | undefined> {
  if (value === null) return undefined;
  if (action === 'moveCenter') {
    if ((await lockActiveCentersUntilCommit(context, [value])).length === 0) return 'center';
    if (advisor && !(await mayHaveLeads(context.db, advisor, value))) return 'advisor';
  }
  if (action === 'assign' && !(await mayHaveLeads(context.db, value))) return 'advisor';
  if (action === 'followUp') {
    const today = dateInTimeZone(context.dealer.timeZone, context.clock.now());
    if (value < today || value > addDays(today, maxDaysAhead)) return 'date';
  }
  return undefined;
}

/**
 * Changes distinct leads in the transaction of `context.db`, each whole or not at all.
 *
 * @returns the result of each, in their order; a refusal is a result and does not throw.
 */
export function applyBatchChange(
  context: ActorContext,
  leads: readonly BatchLead[],
  change: BatchChange,
): Promise<BulkLeadResult[]> {
  return settle(
    context,
    leads.map((lead) => ({ context, id: lead.id, decide: deciderOf(change, lead) })),
  );
}

/**
 * Takes back the newest change of leads in the transaction of `context.db`.
 *
 * @param versions the version that the change made of each; a lead that has a later one is refused.
 * @returns the result of each, in their order; a refusal does not throw.
 */
export function undoBatchChange(
  context: ActorContext,
  versions: readonly { id: string; version: number }[],
): Promise<BulkLeadResult[]> {
  return settle(
    context,
    versions.map((lead) => ({ ...lead, context, dropUnfitAdvisor: true, decide: planUndoOfNewestChange })),
  );
}

function deciderOf(
  { action, value, advisor_id: advisor }: BatchChange,
  { advisor_id: sharer }: BatchLead,
): LeadChangeRequest['decide'] {
  switch (action) {
    case 'assign':
      return () => ({ advisor_id: value });
    case 'share':
      return () => {
        if (!sharer) throw invalidFields({ advisor: messages.unknownAdvisor });
        return { advisor_id: sharer };
      };
    case 'moveCenter':
      return (_inside, { service_center_id: from }) => {
        const center = value ?? from;
        return { service_center_id: center, ...((advisor || center !== from) && { advisor_id: advisor }) };
      };
    case 'followUp':
      return (inside, lead) => {
        if (lead.status !== 'potential') throw invalidFields({ status: 'Not potential' });
        const dates = lead.next_follow_up_dates;
        if (value === null || dates.at(-1) === value) return {};
        return planStatusChange(inside, lead, { nextFollowUpDates: [...dates, value] });
      };
    case 'archive':
      return () => ({ is_active: false });
    case 'unarchive':
      return () => ({ is_active: true });
  }
}

async function settle(
  { db }: ActorContext,
  requests: readonly LeadChangeRequest[],
): Promise<BulkLeadResult[]> {
  const settled = await changeLeads(db, requests);
  return requests.map(({ id }, place): BulkLeadResult => {
    const outcome = settled[place];
    if (outcome?.status !== 'fulfilled') return { id, state: 'refused', reason: reasonOf(outcome?.reason) };
    const { lead, before } = outcome.value;
    return lead.version === before ? { id, state: 'same' } : { id, state: 'changed', version: lead.version };
  });
}

function reasonOf(refusal: unknown): BulkRefusal {
  if (!(refusal instanceof Refusal)) return 'notAllowed';
  const { status, details } = refusal;
  if (status === 404) return 'gone';
  if (details.fields?.advisor) return 'otherCenter';
  if (details.fields?.status) return 'notPotential';
  if (refusal.message === messages.leadMerged) return 'merged';
  if (status === 409) return 'changedSince';
  return status === 400 ? 'dateNotAllowed' : 'notAllowed';
}
