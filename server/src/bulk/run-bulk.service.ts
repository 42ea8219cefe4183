import { z } from 'zod';
import type { BulkLeadState } from '#contract/leads/lead-bulk.ts';
import { isManagement } from '#contract/levels.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { readDealerRules } from '#server/dealer/dealer-rules.service.ts';
import { getAccount } from '#server/employees/employees.service.ts';
import { defineJob, type JobKind } from '#server/jobs/jobs.service.ts';
import {
  applyBatchChange,
  type BulkLeadResult,
  findChangeFault,
  undoBatchChange,
} from '#server/leads/bulk/change-batch.service.ts';
import { workForATurn } from '#server/lib/batches.ts';
import {
  type BulkChangeRow,
  countBulkLeadsByState,
  findBulkLeads,
  findBulkShares,
  lockBulkChange,
  updateBulkChange,
  updateBulkLeads,
} from './bulk.db.ts';

/** The kind of job that works on bulk changes in the background. */
export const bulkJobName = 'bulk';

const batch = 100;

/** Makes the job that works on large bulk changes in batches of a transaction each, from where a process ended. */
export function bulkJob(context: Context): JobKind {
  return defineJob({
    name: bulkJobName,
    payload: z.strictObject({ bulk: z.string() }),
    giveUpAfter: Number.POSITIVE_INFINITY,
    run: async (_id, { bulk }, stopping) => {
      const next = async ({ db }: Context) => {
        const dealer = await readDealerRules(db);
        return dealer !== undefined && runBulkBatch({ ...context, db, dealer }, bulk, batch);
      };
      const hasEnded = await workForATurn(() => inTransaction(context, next), stopping);
      return hasEnded ? undefined : context.clock.now();
    },
  });
}

/**
 * Changes a bulk change's next leads, or takes them back, and notes it in the same transaction, that of `context.db`: no lead is
 * changed twice. The last batch ends the bulk change and audits it.
 *
 * @returns whether leads may be left.
 */
export async function runBulkBatch(
  context: Omit<ActorContext, 'actor'>,
  id: string,
  size: number,
): Promise<boolean> {
  const { db, clock } = context;
  const bulk = await lockBulkChange(db, id);
  if (!bulk || (bulk.undo_at ? bulk.undone_at : bulk.finished_at)) return false;
  const { isActive, ...actor } = await getAccount(context, bulk.employee_id);
  const inside: ActorContext = { ...context, actor };
  const next = await findBulkLeads(db, id, bulk.undo_at ? 'changed' : 'waiting', size);
  const leads = next.map(({ lead_id, version, advisor_id }) => ({
    ...{ id: lead_id, version: version ?? 0, advisor_id },
  }));
  const mayChange = isActive && isManagement(actor.level);
  const outcomes = mayChange ? await outcomesOf(inside, bulk, leads) : refusedAll(leads, 'notAllowed');
  await updateBulkLeads(
    db,
    id,
    outcomes.map((outcome) => ({
      id: outcome.id,
      state: stateAfter(bulk, outcome),
      version: outcome.state === 'changed' ? outcome.version : null,
      reason: outcome.state === 'refused' ? outcome.reason : null,
    })),
  );
  if (next.length === size) return true;
  await updateBulkChange(db, id, bulk.undo_at ? { undone_at: clock.now() } : { finished_at: clock.now() });
  await record(inside, bulk);
  return false;
}

async function outcomesOf(
  inside: ActorContext,
  bulk: BulkChangeRow,
  leads: readonly { id: string; version: number; advisor_id: string | null }[],
): Promise<BulkLeadResult[]> {
  if (bulk.undo_at) return undoBatchChange(inside, leads);
  const fault = await findChangeFault(inside, bulk);
  if (fault) return refusedAll(leads, fault === 'date' ? 'dateNotAllowed' : 'notPossible');
  return applyBatchChange(inside, leads, bulk);
}

function refusedAll(
  leads: readonly { id: string }[],
  reason: Extract<BulkLeadResult, { state: 'refused' }>['reason'],
): BulkLeadResult[] {
  return leads.map(({ id }) => ({ id, state: 'refused', reason }));
}

function stateAfter({ undo_at }: BulkChangeRow, { state }: BulkLeadResult): BulkLeadState {
  if (!undo_at) return state;
  return state === 'refused' ? 'kept' : 'restored';
}

async function record(inside: ActorContext, bulk: BulkChangeRow): Promise<void> {
  const counts = await countBulkLeadsByState(inside.db, [bulk.id]);
  const wanted = bulk.undo_at ? 'restored' : 'changed';
  const leads = counts.find(({ state }) => state === wanted)?.leads ?? 0;
  if (leads === 0) return;
  const { action, value, advisor_id } = bulk;
  const shares = await findBulkShares(inside.db, [bulk.id]);
  await recordAudit(inside, {
    action: bulk.undo_at ? 'leadsChangedBack' : 'leadsChanged',
    actor: bulk.employee_id,
    subject: action === 'assign' ? value : advisor_id,
    details: {
      leads,
      bulk: action,
      ...(action === 'moveCenter' && value && { serviceCenters: [value] }),
      ...(action === 'followUp' && value && { date: value }),
      ...(action === 'share' && { receivers: shares.map(({ advisor }) => advisor) }),
    },
  });
}
