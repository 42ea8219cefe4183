import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { defineJob, type JobKind, queueJob } from '#server/jobs/jobs.service.ts';
import { updateAdvisor } from '#server/leads/hand-over/hand-over.db.ts';
import { newId } from '#server/lib/ids.ts';
import { lockLostLeads } from './advisors.db.ts';

const name = 'freeLeads';

/** Leads per transaction. */
const batch = 200;

/** Milliseconds in which to hand the leads over, or to undo a mistaken deactivation. */
const grace = 15 * 60_000;

/**
 * Frees, once the transaction of `context.db` commits, the open leads that an employee may no longer have. `by` changed their
 * rights.
 *
 * @param options.isDeparture they were deactivated: the leads can be handed over for 15 minutes first.
 */
export function freeLeadsOf(
  context: Context,
  { employee, by }: { employee: string; by: string },
  { isDeparture = false } = {},
): Promise<void> {
  const runAt = new Date(context.clock.now().getTime() + (isDeparture ? grace : 0));
  return queueJob(context, name, { employee, by }, { runAt });
}

/** Frees in batches, each lead by its own version. */
export function freeLeadsJob(context: Context): JobKind {
  return defineJob({
    name,
    payload: z.strictObject({ employee: z.string(), by: z.string() }),
    giveUpAfter: Number.POSITIVE_INFINITY,
    run: async (_id, { employee, by }) => {
      const at = context.clock.now();
      const freed = await inTransaction(context, async ({ db }) => {
        const ids = await lockLostLeads(db, employee, batch);
        const versionIds = ids.map(() => newId(at));
        if (ids.length > 0) await updateAdvisor(db, ids, versionIds, { advisor: null, editor: by, at });
        return ids.length;
      });
      return freed === batch ? at : undefined;
    },
  });
}
