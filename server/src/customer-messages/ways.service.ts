import { listAnswerButtons } from '#contract/customer-messages/answer-buttons.ts';
import type {
  CustomerMessageKind,
  CustomerMessageWay,
} from '#contract/customer-messages/customer-message.ts';
import type {
  ChosenTemplate,
  KindText,
  UnapprovedTemplate,
} from '#contract/customer-messages/message-settings.ts';
import { countSmsParts, toSmsText } from '#contract/customer-messages/sms-parts.ts';
import type { MessageValues } from '#contract/message-texts.ts';
import type { Context } from '#server/context.ts';
import { queueBookingMessage } from '#server/intake/whatsapp/booking-messages.service.ts';
import { isSameTemplate } from './chosen-templates.ts';
import { fillTemplate } from './message-text.ts';
import { findSmsGateway } from './sms-gateway.db.ts';

/** The customer who gets a message. `ids`: of their lead and those merged into it; `phone`: in E.164, or the ID that WhatsApp gives somebody; `center`: where they are booked. */
export type MessageRecipient = {
  lead: string;
  ids: readonly string[];
  phone: string;
  email: string | null;
  center: string;
};

/** `unapproved`: templates that Meta would refuse; `until`: when it must not be sent any more. */
type ToSend = {
  message: string;
  kind: CustomerMessageKind;
  text: KindText;
  values: MessageValues;
  filled: string;
  refused: readonly CustomerMessageWay[];
  unapproved: readonly UnapprovedTemplate[];
  until: Date;
};

/** `text`: as it is sent. `tryAt`: the way rests until then. */
type ChosenWay =
  | { way: 'whatsapp'; text: string; parts: null }
  | { way: 'sms' | 'email'; to: string; text: string; parts: number | null }
  | { tryAt: Date };

/**
 * Chooses the first way that reaches a customer and has not refused the message; what goes by WhatsApp is queued there.
 *
 * @returns the way, or when to try again; undefined when no way reaches them.
 */
export async function chooseWay(
  context: Context,
  customer: MessageRecipient,
  sent: ToSend,
): Promise<ChosenWay | undefined> {
  const { phone, email } = customer;
  const { filled, refused } = sent;
  if (!refused.includes('whatsapp')) {
    const text = await queueForWhatsApp(context, customer, sent);
    if (text !== undefined) return { way: 'whatsapp', text, parts: null };
  }
  const isReachable = phone.startsWith('+') && !refused.includes('sms');
  const gateway = isReachable ? await findSmsGateway(context.db) : undefined;
  if (gateway && !gateway.isPaused) {
    const { tryAfter } = gateway;
    if (tryAfter && tryAfter > context.clock.now()) return { tryAt: tryAfter };
    const text = toSmsText(filled);
    return { way: 'sms', to: phone, text, parts: countSmsParts(text).parts };
  }
  if (email && !refused.includes('email')) return { way: 'email', to: email, text: filled, parts: null };
  return undefined;
}

function queueForWhatsApp(
  context: Context,
  { lead, ids: leads, phone, center }: MessageRecipient,
  { message, kind, text, values, filled, unapproved, until }: ToSend,
): Promise<string | undefined> {
  const listed = listAnswerButtons(kind, text.language);
  const buttons = listed.length > 0 ? listed : null;
  const { template: chosen } = text;
  const isRefused = chosen && isUnapproved(chosen, unapproved);
  const template = chosen && !isRefused ? toTemplateMessage(chosen, values) : null;
  const about = { message, lead, leads, phone, center, until };
  return queueBookingMessage(context, { ...about, text: filled, buttons, template });
}

/** Tells whether Meta did not approve a template when it was last asked. */
export function isUnapproved(
  template: Pick<ChosenTemplate, 'connection' | 'name' | 'language'>,
  unapproved: readonly UnapprovedTemplate[],
): boolean {
  return unapproved.some((each) => isSameTemplate(each, template));
}

/** Fills the variables of a template that Meta approved; null if the lead lacks one of them. */
export function toTemplateMessage(template: ChosenTemplate, values: MessageValues) {
  const { connection, name, language, body, variables } = template;
  const filled = variables.flatMap((variable) => values[variable] ?? []);
  if (filled.length < variables.length) return null;
  return { connection, name, language, values: filled, text: fillTemplate(body, filled) };
}
