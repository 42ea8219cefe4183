import { messages } from '#contract/call/messages.ts';
import {
  type EditLostReasonsBody,
  findLostReason,
  type LostReason,
  maxStoredLostReasons,
} from '#contract/leads/lost-reasons.ts';
import { computeListMark } from '#contract/text/list-mark.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { newId } from '#server/lib/ids.ts';
import { conflict } from '#server/lib/refusal.ts';
import { findLostReasons, lockDealer, updateDealer } from './dealer.db.ts';

/** Lists the dealer's lost reasons, retired ones included. */
export function listLostReasons({ db }: Pick<Context, 'db'>): Promise<LostReason[]> {
  return findLostReasons(db);
}

/**
 * Returns the text that leads keep of a typed reason: the dealer's, if it names one of the dealer's reasons in any language, else the
 * text itself.
 */
export async function resolveLostReason(context: Pick<Context, 'db'>, text: string): Promise<string> {
  return findLostReason(await findLostReasons(context.db), text)?.en ?? text;
}

/**
 * Replaces the reasons, and audits a change. Those left out are retired; of too many, the longest retired are deleted.
 *
 * @returns those stored.
 * @throws Refusal 409 with those of now unless they are the ones `seen`.
 */
export function editLostReasons(
  context: ActorContext,
  { reasons, seen }: EditLostReasonsBody,
): Promise<LostReason[]> {
  return inTransaction(context, async (inside) => {
    await lockDealer(inside.db);
    const before = await findLostReasons(inside.db);
    if (seen !== undefined && seen !== computeListMark(before)) throw conflict(messages.staleList, before);
    const after = merged(context, reasons, before);
    if (JSON.stringify(after) === JSON.stringify(before)) return before;
    await updateDealer(inside.db, { lost_reasons: JSON.stringify(after) });
    const details = { fields: ['lostReasons'] };
    await recordAudit(inside, { action: 'settingsChanged', actor: context.actor._id, details });
    return after;
  });
}

// Replaces ids that no reason has or two claim; a text that is taken is not kept twice.
function merged(
  { clock }: Context,
  reasons: EditLostReasonsBody['reasons'],
  before: readonly LostReason[],
): LostReason[] {
  const free = new Set(before.map(({ _id }) => _id));
  const wished = reasons.map(({ _id, en, bn = null, isActive }) => ({
    _id: _id && free.delete(_id) ? _id : newId(clock.now()),
    en,
    bn,
    isActive,
  }));
  const leftOut = before.filter(({ _id, en }) => free.has(_id) && !findLostReason(wished, en));
  return [
    ...wished.filter(({ isActive }) => isActive),
    ...wished.filter(({ isActive }) => !isActive),
    ...leftOut.map((reason) => ({ ...reason, isActive: false })),
  ].slice(0, maxStoredLostReasons);
}
