import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { defineJob, type JobKind, queueJob } from '#server/jobs/jobs.service.ts';
import { writeLeads } from '#server/leads/record/change-leads.service.ts';
import type { LeadRow } from '#server/leads/record/lead-rows.ts';
import { lockLeadsToRelease } from './release-leads.db.ts';

const releaseJobName = 'freeLeads';

const batch = 200;

// Milliseconds in which to give the leads to others, or to undo a mistaken deactivation.
const grace = 15 * 60_000;

/**
 * Queues a job that takes from an employee the open leads that they may no longer have, once the transaction of `context.db` commits.
 * `by` changed their rights.
 *
 * @param options.isDeparture they were deactivated: the leads can be given to others for 15 minutes first.
 */
export function releaseLeadsOfEmployee(
  context: Context,
  { employee, by }: { employee: string; by: string },
  { isDeparture = false } = {},
): Promise<void> {
  const runAt = new Date(context.clock.now().getTime() + (isDeparture ? grace : 0));
  return queueJob(context, releaseJobName, { employee, by }, { runAt });
}

/** Makes the job that {@link releaseLeadsOfEmployee} queues: it leaves the leads without an advisor, in batches. */
export function freeLeadsJob(context: Context): JobKind {
  return defineJob({
    name: releaseJobName,
    payload: z.strictObject({ employee: z.string(), by: z.string() }),
    giveUpAfter: Number.POSITIVE_INFINITY,
    run: async (_id, { employee, by }) => {
      const at = context.clock.now();
      const freed = await inTransaction(context, async (inside) => {
        const leads = await lockLeadsToRelease(inside.db, employee, batch);
        await freeLeads(inside, leads, by);
        return leads.length;
      });
      return freed === batch ? at : undefined;
    },
  });
}

async function freeLeads({ db, clock }: Context, leads: readonly LeadRow[], editor: string): Promise<void> {
  const edit = { change: { advisor_id: null }, editor, at: clock.now() };
  await writeLeads(
    db,
    leads.map((lead) => ({ lead, ...edit })),
  );
}
