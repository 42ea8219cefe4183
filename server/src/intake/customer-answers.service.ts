import type { LeadSource } from '#contract/leads/lead-source.ts';
import type { ActorContext, Context, DealerRules } from '#server/context.ts';
import type { DeliveryResult } from './deliveries.db.ts';
import { isWhatsAppMessage, listSenderIds, type MatchableEnquiry } from './joining.service.ts';
import { createSystemActor } from './system-actor.ts';

/** A message of WhatsApp, as it is worked. `names`: what its sender is called; `as`: records what it makes. */
export type HeardMessage = {
  id: string;
  names: readonly string[];
  text: string;
  askedAt: Date;
  source: LeadSource;
  as: ActorContext;
};

/** The lead to which an answer belongs. `isUrgent`: somebody has to act on it; `isNew`: it was made for it. */
export type HeardAnswer = { lead: string; isUrgent: boolean; isNew: boolean };

/** Tells which messages answer what customers were told by themselves, in the transaction of `inside`. */
export type HearAnswers = (
  inside: Context,
  messages: readonly HeardMessage[],
) => Promise<ReadonlyMap<string, HeardAnswer>>;

/**
 * Separates enquiries from answers to what customers were told by themselves.
 *
 * @returns `urgent`: answers that join a lead as an enquiry does; `settled`: what became of the others.
 */
export async function separateAnswers(
  inside: Context,
  dealer: DealerRules,
  ready: readonly MatchableEnquiry[],
  hear: HearAnswers | undefined,
): Promise<{
  enquiries: MatchableEnquiry[];
  urgent: { each: MatchableEnquiry; lead: string }[];
  settled: DeliveryResult[];
}> {
  const written = ready.filter((each) => isWhatsAppMessage(each) && !each.isNotice && each.enquiry?.notes);
  const heard =
    hear && written.length > 0
      ? await hear(
          inside,
          written.map((each) => ({
            ...{ id: each.id, names: [...listSenderIds(each), each.phone], text: each.enquiry?.notes ?? '' },
            ...{ askedAt: each.askedAt, source: each.source },
            as: createSystemActor(inside, dealer, each.connection),
          })),
        )
      : new Map<string, HeardAnswer>();
  const settled: DeliveryResult[] = [];
  const urgent: { each: MatchableEnquiry; lead: string }[] = [];
  const enquiries = ready.filter((each) => {
    const answer = heard.get(each.id);
    if (!answer) return true;
    const { id, sender: phone, user, summary } = each;
    const { lead, isUrgent, isNew } = answer;
    if (isUrgent && !isNew) urgent.push({ each, lead });
    else settled.push({ id, state: isNew ? 'lead' : 'joined', reason: null, lead, phone, user, summary });
    return false;
  });
  return { enquiries, urgent, settled };
}
