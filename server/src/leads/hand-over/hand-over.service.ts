import { messages } from '#contract/call/messages.ts';
import type { HandOver, RefusedHandOver } from '#contract/employees.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { countMatches, findIds } from '#server/leads/lists/lead-pages.db.ts';
import { mayHaveLeads } from '#server/leads/may-have-leads.db.ts';
import { newId } from '#server/lib/ids.ts';
import { invalid } from '#server/lib/refusal.ts';
import { findHandOverStates, lockOpenLeads, updateAdvisor } from './hand-over.db.ts';

/** Leads per transaction. */
const batch = 200;

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
  if (!(await mayHaveLeads(context.db, to))) throw invalid({ to: messages.unknownReceiver });
  const at = context.clock.now();
  const taken = await lockOpenLeads(context.db, { from, to, ids }, batch);
  if (taken.length === 0) return [];
  const versionIds = taken.map(() => newId(at));
  await updateAdvisor(context.db, taken, versionIds, { advisor: to, editor: context.actor._id, at });
  return taken;
}

/** @returns how many open leads somebody still has, and why the newest `limit` of them were not handed over. */
export async function explainLeft(
  context: Context,
  from: string,
  limit: number,
): Promise<Pick<HandOver, 'left' | 'refused'>> {
  const open = { isActive: true, worker: from };
  const [left] = await countMatches(context.db, [open]);
  const refused = await explainRefused(context, from, await findIds(context.db, open, limit));
  return { left: left?.count ?? 0, refused };
}

/** @returns why leads were not handed over. */
export async function explainRefused(
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
