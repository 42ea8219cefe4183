import { messages } from '#contract/call/messages.ts';
import type { EditMessageTextsBody, MessageText } from '#contract/message-texts.ts';
import { computeListMark } from '#contract/text/list-mark.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { newId } from '#server/lib/ids.ts';
import { conflict } from '#server/lib/refusal.ts';
import { findMessageTexts, lockDealer, updateDealer } from './dealer.db.ts';

/** Lists the texts that employees and connections send. */
export function listMessageTexts({ db }: Context): Promise<MessageText[]> {
  return findMessageTexts(db);
}

/**
 * Replaces all the texts that employees and connections send, and audits a change.
 *
 * @returns those stored.
 * @throws Refusal 409 with those of now unless they are the ones `seen`.
 */
export function editMessageTexts(
  context: ActorContext,
  { texts, seen }: EditMessageTextsBody,
): Promise<MessageText[]> {
  return inTransaction(context, async (inside) => {
    await lockDealer(inside.db);
    const before = await findMessageTexts(inside.db);
    if (seen !== undefined && seen !== computeListMark(before)) throw conflict(messages.staleList, before);
    const after = withIds(context, texts, before);
    if (JSON.stringify(after) === JSON.stringify(before)) return before;
    await updateDealer(inside.db, { message_texts: JSON.stringify(after) });
    const details = { fields: ['messageTexts'] };
    await recordAudit(inside, { action: 'settingsChanged', actor: context.actor._id, details });
    return after;
  });
}

function withIds(
  { clock }: Context,
  texts: EditMessageTextsBody['texts'],
  before: readonly MessageText[],
): MessageText[] {
  const free = new Set(before.map(({ _id }) => _id));
  return texts.map(({ _id, name, language, text }) => ({
    _id: _id && free.delete(_id) ? _id : newId(clock.now()),
    name,
    language,
    text,
  }));
}
