import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { defineJob, type JobKind, queueJob } from '#server/jobs/jobs.service.ts';
import { updateAdvisor } from '#server/leads/hand-over/hand-over.db.ts';
import { newId } from '#server/lib/ids.ts';
import { lockLostLeads } from './advisors.db.ts';

const name = 'freeLeads';

/** Leads per transaction, which holds their rows until it commits. */
const batch = 200;

/** Advisors who are deactivated by mistake, or whose leads are handed over, keep them for so long; in milliseconds. */
const grace = 15 * 60_000;

/**
 * Frees the open leads that an employee may no longer have, once the transaction that `context.db` is commits. `by` changed
 * what they may.
 *
 * @param options.isDeparture they were deactivated: their leads can first be handed over, for 15 minutes.
 */
export function freeLeadsOf(
  context: Context,
  { employee, by }: { employee: string; by: string },
  { isDeparture = false } = {},
): Promise<void> {
  const runAt = new Date(context.clock.now().getTime() + (isDeparture ? grace : 0));
  return queueJob(context, name, { employee, by }, { runAt });
}

/** Frees leads in batches, each lead by a version of its own. */
export function freeLeadsJob(context: Context): JobKind {
  return defineJob({
    name,
    payload: z.strictObject({ employee: z.string(), by: z.string() }),
    giveUpAfter: Number.POSITIVE_INFINITY,
    run: async (_id, { employee, by }) => {
      const at = context.clock.now();
      const freed = await inTransaction(context.db, async (db) => {
        const ids = await lockLostLeads(db, employee, batch);
        const versionIds = ids.map(() => newId(at));
        if (ids.length > 0) await updateAdvisor(db, ids, versionIds, { advisor: null, editor: by, at });
        return ids.length;
      });
      return freed === batch ? at : undefined;
    },
  });
}
