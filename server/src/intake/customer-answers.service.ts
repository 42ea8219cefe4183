import { stopRequest } from '#contract/intake/whatsapp.ts';
import type { LeadSource } from '#contract/leads/lead-source.ts';
import type { ActorContext, Context, DealerRules } from '#server/context.ts';
import type { DeliveryResult } from './deliveries.db.ts';
import { isWhatsAppMessage, listSenderIds, type MatchableEnquiry } from './joining.service.ts';
import { createSystemActor } from './system-actor.ts';

/** A WhatsApp message that may answer an automatic message. `names`: the phone numbers and WhatsApp IDs of its sender; `answers`: the message that it quotes or answers by a button, as WhatsApp calls it; `as`: the actor that records what comes of it. */
export type PossibleAnswer = {
  id: string;
  names: readonly string[];
  text: string;
  answers: string | null;
  askedAt: Date;
  source: LeadSource;
  as: ActorContext;
};

/**
 * The lead to which an answer belongs, null where its sender, who wants no more messages, has none. `isUrgent`: somebody has to act on it;
 * `isNew`: the lead was made for the answer.
 */
export type HandledAnswer =
  | { lead: string; isUrgent: boolean; isNew: boolean }
  | { lead: null; isUrgent: false; isNew: false };

/** Handles the messages that answer an automatic message, in the transaction of `inside`. @returns what came of each answer, by the id of the message. */
export type HandleAnswers = (
  inside: Context,
  messages: readonly PossibleAnswer[],
) => Promise<ReadonlyMap<string, HandledAnswer>>;

/**
 * Separates enquiries from answers to automatic messages, which `handleAnswers` handles in the transaction.
 *
 * @returns `urgent`: answers that join a lead as an enquiry does; `settled`: what became of the others, which the caller stores.
 */
export async function separateAnswers(
  inside: Context,
  dealer: DealerRules,
  ready: readonly MatchableEnquiry[],
  handleAnswers: HandleAnswers | undefined,
): Promise<{
  enquiries: MatchableEnquiry[];
  urgent: { each: MatchableEnquiry; lead: string }[];
  settled: DeliveryResult[];
}> {
  const written = ready.filter((each) => isWhatsAppMessage(each) && !each.isNotice && each.enquiry?.notes);
  const answers =
    handleAnswers && written.length > 0
      ? await handleAnswers(
          inside,
          written.map((each) => ({
            ...{ id: each.id, names: [...listSenderIds(each), each.phone], text: each.enquiry?.notes ?? '' },
            ...{ askedAt: each.askedAt, source: each.source, answers: each.answers ?? null },
            as: createSystemActor(inside, dealer, each.connection),
          })),
        )
      : new Map<string, HandledAnswer>();
  const settled: DeliveryResult[] = [];
  const urgent: { each: MatchableEnquiry; lead: string }[] = [];
  const enquiries = ready.filter((each) => {
    const answer = answers.get(each.id);
    if (!answer) return true;
    const { id, sender: phone, user, summary } = each;
    const { lead, isUrgent, isNew } = answer;
    if (lead === null) settled.push({ id, state: 'ignored', reason: stopRequest, phone, user, summary });
    else if (isUrgent && !isNew) urgent.push({ each, lead });
    else settled.push({ id, state: isNew ? 'lead' : 'joined', reason: null, lead, phone, user, summary });
    return false;
  });
  return { enquiries, urgent, settled };
}
