import { z } from 'zod';
import { messages } from '#contract/call/messages.ts';
import type { HandOverResult, RefusedHandOver } from '#contract/employees.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { defineJob, type JobKind, queueJob } from '#server/jobs/jobs.service.ts';
import { countMatches, findLeadIds } from '#server/leads/lists/lead-pages.db.ts';
import { mayHaveLeads } from '#server/leads/record/advisors.db.ts';
import { writeLeads } from '#server/leads/record/change-leads.service.ts';
import type { LeadRow } from '#server/leads/record/lead-rows.ts';
import { invalidFields } from '#server/lib/refusal.ts';
import { findHandOverStates, lockLeadsToRelease, lockOpenLeads } from './hand-over.db.ts';

const releaseJobName = 'freeLeads';

const batch = 200;

// Milliseconds in which to hand the leads over, or to undo a mistaken deactivation.
const grace = 15 * 60_000;

/**
 * Makes `to` the advisor of open leads of `from` that they may have, in the transaction of `context.db`. Leads that somebody took
 * meanwhile stay theirs.
 *
 * @returns the leads handed over; none when nothing is left.
 * @throws Refusal 400 beside `to`, who may have no leads.
 */
export async function handOverBatch(
  context: ActorContext,
  from: string,
  to: string,
  ids?: readonly string[],
): Promise<string[]> {
  if (!(await mayHaveLeads(context.db, to))) throw invalidFields({ to: messages.unknownReceiver });
  const taken = await lockOpenLeads(context.db, { from, to, ids }, batch);
  return setAdvisor(context, taken, to, context.actor._id);
}

/** @returns how many open leads somebody still has, and why the newest `limit` of them were not handed over. */
export async function explainLeadsLeft(
  context: Context,
  from: string,
  limit: number,
): Promise<Pick<HandOverResult, 'left' | 'refused'>> {
  const open = { isActive: true, worker: from };
  const [left] = await countMatches(context.db, [open]);
  const refused = await explainRefusedLeads(context, from, await findLeadIds(context.db, open, limit));
  return { left: left?.count ?? 0, refused };
}

export async function explainRefusedLeads(
  { db }: Context,
  from: string,
  ids: readonly string[],
): Promise<RefusedHandOver[]> {
  const states = await findHandOverStates(db, from, ids);
  return ids.map((id) => {
    const state = states.find((each) => each.id === id);
    return { _id: id, name: state?.name ?? null, reason: state?.is_open ? 'otherCenter' : 'notOpen' };
  });
}

/**
 * Frees, once the transaction of `context.db` commits, the open leads that an employee may no longer have. `by` changed their
 * rights.
 *
 * @param options.isDeparture they were deactivated: the leads can be handed over for 15 minutes first.
 */
export function releaseLeadsOfEmployee(
  context: Context,
  { employee, by }: { employee: string; by: string },
  { isDeparture = false } = {},
): Promise<void> {
  const runAt = new Date(context.clock.now().getTime() + (isDeparture ? grace : 0));
  return queueJob(context, releaseJobName, { employee, by }, { runAt });
}

export function freeLeadsJob(context: Context): JobKind {
  return defineJob({
    name: releaseJobName,
    payload: z.strictObject({ employee: z.string(), by: z.string() }),
    giveUpAfter: Number.POSITIVE_INFINITY,
    run: async (_id, { employee, by }) => {
      const at = context.clock.now();
      const freed = await inTransaction(context, async (inside) => {
        const leads = await lockLeadsToRelease(inside.db, employee, batch);
        return (await setAdvisor(inside, leads, null, by)).length;
      });
      return freed === batch ? at : undefined;
    },
  });
}

async function setAdvisor(
  { db, clock }: Context,
  leads: readonly LeadRow[],
  advisor: string | null,
  editor: string,
): Promise<string[]> {
  const edit = { change: { advisor_id: advisor }, editor, at: clock.now() };
  await writeLeads(
    db,
    leads.map((lead) => ({ lead, ...edit })),
  );
  return leads.map(({ id }) => id);
}
