import { farthestAppointmentDays } from '#contract/business.ts';
import type { BulkRefusal, MatchingLeads } from '#contract/leads/lead-bulk.ts';
import { addDays, dateIn } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import { revertNewestChange, statusChangeOf } from '#server/leads/leads.service.ts';
import type { LeadFilter } from '#server/leads/lists/lead-filter.db.ts';
import { entryFilter, managementFilter, statusFilter } from '#server/leads/lists/lead-lists.service.ts';
import { findIds } from '#server/leads/lists/lead-pages.db.ts';
import { neglectedFilter } from '#server/leads/lists/neglected.service.ts';
import { mayHaveLeads } from '#server/leads/may-have-leads.db.ts';
import { type ChangeRequest, changeLeads } from '#server/leads/writing/change-leads.service.ts';
import { invalid, Refusal } from '#server/lib/refusal.ts';
import { holdActiveServiceCenters } from '#server/service-centers/service-centers.service.ts';

/** `advisor` null means nobody. */
export type BatchChange =
  | { action: 'assign'; advisor: string | null }
  | { action: 'moveCenter'; center: string; advisor: string | null }
  | { action: 'followUp'; date: string }
  | { action: 'archive' }
  | { action: 'unarchive' };

/** `version`: the one that the change made. */
export type LeadOutcome =
  | { id: string; state: 'changed'; version: number }
  | { id: string; state: 'same' }
  | { id: string; state: 'refused'; reason: BulkRefusal };

/** Ids, newest first. */
export async function findMatchingLeads(
  context: ActorContext,
  matching: MatchingLeads,
  most: number,
): Promise<string[]> {
  return findIds(context.db, await filterOf(context, matching), most);
}

function filterOf(context: ActorContext, matching: MatchingLeads): LeadFilter | Promise<LeadFilter> {
  switch (matching.list) {
    case 'entry':
      return entryFilter(context, matching);
    case 'status':
      return statusFilter(context, matching);
    case 'management':
      return managementFilter(context, matching);
    case 'neglected':
      return neglectedFilter(context, matching);
  }
}

/**
 * @returns what rules out the change for every lead: an inactive center, an advisor who may not have leads there, or a date out
 *   of range. In a transaction the center stays active until commit.
 */
export async function faultOfChange(
  context: ActorContext,
  change: BatchChange,
): Promise<'center' | 'advisor' | 'date' | undefined> {
  if (change.action === 'moveCenter') {
    const { center, advisor } = change;
    if ((await holdActiveServiceCenters(context, [center])).length === 0) return 'center';
    if (advisor && !(await mayHaveLeads(context.db, advisor, center))) return 'advisor';
  }
  if (change.action === 'assign' && change.advisor) {
    if (!(await mayHaveLeads(context.db, change.advisor))) return 'advisor';
  }
  if (change.action === 'followUp') {
    const today = dateIn(context.dealer.timeZone, context.clock.now());
    if (change.date < today || change.date > addDays(today, farthestAppointmentDays)) return 'date';
  }
  return undefined;
}

/** Changes distinct leads in the transaction of `context.db`, each whole or not at all, by its own version. */
export function changeBatch(
  context: ActorContext,
  ids: readonly string[],
  change: BatchChange,
): Promise<LeadOutcome[]> {
  const decide = deciderOf(change);
  return settle(
    context,
    ids.map((id) => ({ context, id, decide })),
  );
}

/** Takes back the newest change of leads still in the version it made. */
export function takeBackBatch(
  context: ActorContext,
  versions: readonly { id: string; version: number }[],
): Promise<LeadOutcome[]> {
  return settle(
    context,
    versions.map((lead) => ({ ...lead, context, orNobody: true, decide: revertNewestChange })),
  );
}

function deciderOf(change: BatchChange): ChangeRequest['decide'] {
  switch (change.action) {
    case 'assign':
      return () => ({ advisor_id: change.advisor });
    case 'moveCenter':
      return (_inside, lead) => ({
        service_center_id: change.center,
        ...((change.advisor || lead.service_center_id !== change.center) && { advisor_id: change.advisor }),
      });
    case 'followUp':
      return (inside, lead) => {
        if (lead.status !== 'potential') throw invalid({ status: 'Not potential' });
        const dates = lead.next_follow_up_dates;
        if (dates.at(-1) === change.date) return {};
        return statusChangeOf(inside, lead, { nextFollowUpDates: [...dates, change.date] });
      };
    case 'archive':
      return () => ({ is_active: false });
    case 'unarchive':
      return () => ({ is_active: true });
  }
}

async function settle({ db }: ActorContext, requests: readonly ChangeRequest[]): Promise<LeadOutcome[]> {
  const before = new Map<string, number>();
  const noting = requests.map((request): ChangeRequest => {
    const decide: ChangeRequest['decide'] = (inside, lead) => {
      before.set(lead.id, lead.version);
      return request.decide(inside, lead);
    };
    return { ...request, decide };
  });
  const settled = await changeLeads(db, noting);
  return requests.map(({ id }, place): LeadOutcome => {
    const outcome = settled[place];
    if (outcome?.status !== 'fulfilled') return { id, state: 'refused', reason: reasonOf(outcome?.reason) };
    const { version } = outcome.value;
    return version === before.get(id) ? { id, state: 'same' } : { id, state: 'changed', version };
  });
}

function reasonOf(refusal: unknown): BulkRefusal {
  if (!(refusal instanceof Refusal)) return 'notAllowed';
  const { status, details } = refusal;
  if (status === 404) return 'gone';
  if (details.fields?.advisor) return 'otherCenter';
  if (details.fields?.status) return 'notPotential';
  if (status === 409) return 'changedSince';
  return status === 400 ? 'dateNotAllowed' : 'notAllowed';
}
