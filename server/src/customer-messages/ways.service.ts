import type {
  CustomerMessageKind,
  CustomerMessageWay,
} from '#contract/customer-messages/customer-messages.ts';
import type { KindText } from '#contract/customer-messages/message-settings.ts';
import { countSmsParts } from '#contract/customer-messages/sms-parts.ts';
import type { MessageValues } from '#contract/message-texts.ts';
import type { Context } from '#server/context.ts';
import { findSmsGateway } from './sms-gateway.db.ts';

/** `ids`: of a lead and those joined with it. */
export type ToldCustomer = { lead: string; ids: readonly string[]; phone: string; email: string | null };

type ToSend = {
  message: string;
  kind: CustomerMessageKind;
  text: KindText;
  values: MessageValues;
  filled: string;
  refused: readonly CustomerMessageWay[];
};

/** `text`: as it is sent. `tryAt`: the way rests until then. */
type ChosenWay =
  | { way: 'whatsapp'; text: string; parts: null }
  | { way: 'sms' | 'email'; to: string; text: string; parts: number | null }
  | { tryAt: Date };

/** Chooses the first way that reaches a customer and has not refused the message; what goes by WhatsApp is queued there. */
export async function chooseWay(
  { db, clock }: Context,
  { phone, email }: ToldCustomer,
  { filled: text, refused }: ToSend,
): Promise<ChosenWay | undefined> {
  const gateway = phone.startsWith('+') && !refused.includes('sms') ? await findSmsGateway(db) : undefined;
  if (gateway && !gateway.isPaused) {
    const { tryAfter } = gateway;
    if (tryAfter && tryAfter > clock.now()) return { tryAt: tryAfter };
    return { way: 'sms', to: phone, text, parts: countSmsParts(text).parts };
  }
  if (email && !refused.includes('email')) return { way: 'email', to: email, text, parts: null };
  return undefined;
}
