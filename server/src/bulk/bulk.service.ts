import { bulkLimits } from '#contract/business.ts';
import type { EndpointQuery, EndpointReply } from '#contract/call/endpoint.ts';
import { fillPlaceholders, messages } from '#contract/call/messages.ts';
import type {
  BulkChange,
  BulkLeadState,
  ChosenLeads,
  listBulkAdvisors as listBulkAdvisorsCall,
  listBulkChanges as listBulksCall,
  StartBulkChangeBody,
} from '#contract/leads/lead-bulk.ts';
import type { BulkAction } from '#contract/leads/lead-lists.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { queueJob } from '#server/jobs/jobs.service.ts';
import { findChangeFault, findMatchingLeadIds } from '#server/leads/bulk/change-batch.service.ts';
import { countChosenLeads, planShares } from '#server/leads/bulk/share-leads.service.ts';
import { listAdvisorsByCenter } from '#server/leads/record/advisors.service.ts';
import { newId } from '#server/lib/ids.ts';
import { conflict, forbidden, invalidFields, notFound } from '#server/lib/refusal.ts';
import {
  type BulkChangeRow,
  countBulkLeadsByState,
  deleteBulks,
  findBulkChange,
  findBulkChanges,
  findBulkNames,
  findBulkRefusals,
  findBulkShares,
  insertBulkChange,
  lockBulkChange,
  updateBulkChange,
} from './bulk.db.ts';
import { bulkJobName, runBulkBatch } from './run-bulk.service.ts';

const hour = 3_600_000;
const kept = 7 * 24 * hour;
const mostDeleted = 20;

/**
 * Starts a bulk change, which changes each lead whole or not at all: up to 200 in one transaction within the call, more as a job.
 *
 * @returns it, finished or running.
 * @throws Refusal 400 beside a `value` or `advisor` that no lead could get, beside `matching` when none or too many match.
 */
export async function startBulkChange(context: ActorContext, body: StartBulkChangeBody): Promise<BulkChange> {
  const value = 'value' in body && body.action !== 'share' ? body.value : null;
  const advisor = 'advisor' in body ? (body.advisor ?? null) : null;
  await requirePossible(context, { action: body.action, value, advisor_id: advisor });
  const ids = await leadsOf(context, body);
  const leads =
    body.action === 'share'
      ? await planShares(context, ids, body.value)
      : ids.map((id) => ({ id, advisor_id: null }));
  return inTransaction(context, async (inside) => {
    const at = context.clock.now();
    const id = newId(at);
    const bulk = { id, employee_id: context.actor._id, action: body.action, value, advisor_id: advisor };
    await insertBulkChange(inside.db, { ...bulk, created_at: at }, leads);
    await proceed(inside, id, leads.length);
    return getBulkChange(inside, id);
  });
}

/**
 * Counts the chosen leads by center, and lists who may have leads of these centers, with how many open leads each has.
 *
 * @throws Refusal 400 beside `matching` when none or too many match.
 */
export async function listBulkAdvisors(
  context: ActorContext,
  chosen: ChosenLeads,
): Promise<EndpointReply<typeof listBulkAdvisorsCall>> {
  const centers = await countChosenLeads(context, await leadsOf(context, chosen), chosen.serviceCenter);
  const advisors = await listAdvisorsByCenter(
    context,
    centers.map(({ _id }) => _id),
  );
  return { centers, advisors };
}

/** Reads one of the actor's bulk changes with its counts. @throws Refusal 404, also for somebody else's. */
export async function getBulkChange(context: ActorContext, id: string): Promise<BulkChange> {
  const row = await findBulkChange(context.db, id);
  if (row?.employee_id !== context.actor._id) throw notFound();
  const [bulk] = await toBulks(context, [row]);
  if (!bulk) throw notFound();
  return bulk;
}

/** Lists everybody's bulk changes of the last week, newest first. */
export async function listBulkChanges(
  context: ActorContext,
  page: EndpointQuery<typeof listBulksCall>,
): Promise<EndpointReply<typeof listBulksCall>> {
  const after = new Date(context.clock.now().getTime() - kept);
  const { rows, totalPages, total, isCapped } = await findBulkChanges(
    context.db,
    after,
    page,
    bulkLimits.listedChanges,
  );
  return { bulks: await toBulks(context, rows), totalPages, totalBulkCount: total, isTotalCapped: isCapped };
}

/**
 * Starts to undo one of the actor's bulk changes, as {@link startBulkChange} does it; leads that were changed since stay.
 *
 * @throws Refusal 404, 409 with the bulk while it runs, once undone or when it changed nothing, 403 more than an hour after its end.
 */
export async function undoBulkChange(context: ActorContext, id: string): Promise<BulkChange> {
  return inTransaction(context, async (inside) => {
    const row = await lockBulkChange(inside.db, id);
    if (row?.employee_id !== context.actor._id) throw notFound();
    if (!row.finished_at || row.undo_at)
      throw conflict(messages.bulkNotDone, await getBulkChange(inside, id));
    const at = context.clock.now();
    if (at.getTime() > row.finished_at.getTime() + hour) throw forbidden(messages.undoNotAllowed);
    const bulk = await getBulkChange(inside, id);
    const { changed } = bulk;
    if (changed === 0) throw conflict(messages.bulkChangedNothing, bulk);
    await updateBulkChange(inside.db, id, { undo_at: at });
    await proceed(inside, id, changed);
    return getBulkChange(inside, id);
  });
}

/** Deletes bulk changes older than a week. @returns whether there may be more. */
export function deleteOldBulkChanges({ db, clock }: Context): Promise<boolean> {
  return deleteBulks(db, new Date(clock.now().getTime() - kept), mostDeleted);
}

async function requirePossible(
  context: ActorContext,
  wish: Pick<BulkChangeRow, 'action' | 'value' | 'advisor_id'>,
): Promise<void> {
  const fault = await inTransaction(context, (inside) => findChangeFault(inside, wish));
  if (fault === 'center') throw invalidFields({ value: messages.unknownServiceCenter });
  if (fault === 'date') throw invalidFields({ value: messages.dateNotAllowed });
  if (fault === 'advisor')
    throw invalidFields({ [wish.action === 'assign' ? 'value' : 'advisor']: messages.unknownAdvisor });
}

async function leadsOf(context: ActorContext, { leads, matching }: ChosenLeads): Promise<string[]> {
  if (!matching) return [...new Set(leads)];
  const found = await findMatchingLeadIds(context, matching, bulkLimits.maxLeads + 1);
  if (found.length > bulkLimits.maxLeads)
    throw invalidFields({ matching: fillPlaceholders(messages.tooManyLeads, { max: bulkLimits.maxLeads }) });
  if (found.length === 0) throw invalidFields({ matching: messages.noLeadMatches });
  return found;
}

async function proceed(inside: ActorContext, id: string, leads: number): Promise<void> {
  if (leads > bulkLimits.immediateLeads) await queueJob(inside, bulkJobName, { bulk: id });
  else await runBulkBatch(inside, id, leads + 1);
}

async function toBulks(
  { db, clock, actor }: ActorContext,
  rows: readonly BulkChangeRow[],
): Promise<BulkChange[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await countBulkLeadsByState(db, ids);
  const names = await findBulkNames(db, ids);
  const shares = await findBulkShares(db, ids);
  const refusals = await findBulkRefusals(db, ids, bulkLimits.namedRefusals);
  return rows.flatMap((row) => {
    const named = names.find(({ id }) => id === row.id);
    if (!named) return [];
    const of = (...states: readonly BulkLeadState[]) =>
      counts
        .filter(({ bulk_id, state }) => bulk_id === row.id && states.includes(state))
        .reduce((sum, { leads }) => sum + leads, 0);
    const isOwn = row.employee_id === actor._id;
    const isChange = of('changed') > 0;
    const undoUntil =
      isOwn && isChange && row.finished_at && !row.undo_at ? row.finished_at.getTime() + hour : 0;
    const all = of('waiting', 'changed', 'same', 'refused', 'restored', 'kept');
    return {
      _id: row.id,
      by: named.by,
      action: row.action satisfies BulkAction,
      advisor: named.advisor,
      shares: shares
        .filter(({ bulk_id }) => bulk_id === row.id)
        .map(({ advisor, leads }) => ({ advisor, leads })),
      serviceCenter: named.serviceCenter,
      followUp: row.action === 'followUp' ? row.value : null,
      state: stateOf(row),
      leads: row.undo_at ? of('changed', 'restored', 'kept') : all,
      handled: row.undo_at ? of('restored', 'kept') : all - of('waiting'),
      changed: of('changed'),
      refused: row.undo_at ? of('kept') : of('refused'),
      refusals: refusals
        .filter(({ bulk_id }) => bulk_id === row.id)
        .map(({ _id, name, reason }) => ({ _id, name, reason })),
      createdAt: row.created_at.toISOString(),
      undoUntil: undoUntil > clock.now().getTime() ? new Date(undoUntil).toISOString() : null,
    };
  });
}

function stateOf({ finished_at, undo_at, undone_at }: BulkChangeRow): BulkChange['state'] {
  if (undone_at) return 'undone';
  if (undo_at) return 'undoing';
  return finished_at ? 'done' : 'running';
}
