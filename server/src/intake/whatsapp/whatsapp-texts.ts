import { z } from 'zod';
import type { SkippedMessageReason } from '#contract/intake/whatsapp.ts';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import type { DeliveryText } from '#server/intake/delivery-text.ts';
import { parseExactJson } from '#server/lib/exact-json.ts';
import { listNewEchoes, readEchoChange } from './echoes.ts';
import {
  cleanMessageText,
  maxCharacters,
  maxStoredMessageCharacters,
  messageContact,
  messageMetadata,
  type NewMessage,
  readContextTexts,
  readFlowTexts,
  readOrderTexts,
  readSentPicture,
  type SentPicture,
  textField,
  whatsAppMessage,
} from './message-parts.ts';
import { readDigits, readMessageMoment, readMessageText } from './message-text.ts';

// A delivery of WhatsApp's: a message as it came, with its number and sender.
const delivery = z.object({ metadata: messageMetadata, contact: messageContact, message: whatsAppMessage });

type Delivery = z.infer<typeof delivery>;

const notification = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(
    z
      .object({ id: textField, changes: z.array(z.unknown()).catch([]) })
      .catch({ id: undefined, changes: [] }),
  ),
});

const change = z.object({
  field: z.literal('messages'),
  value: z.object({
    metadata: messageMetadata,
    contacts: z.array(messageContact).catch([]),
    messages: z.array(z.unknown()).catch([]),
    statuses: z.array(z.unknown()).catch([]),
  }),
});

const status = z.object({
  id: textField,
  biz_opaque_callback_data: z.uuid(),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  timestamp: textField,
  errors: z
    .array(z.object({ code: z.coerce.number() }))
    .optional()
    .catch(undefined),
});

// `mark`: of a message of ours; `wamid`: what WhatsApp calls it; `code`: why it failed, as Meta numbers it.
type NewStatus = {
  mark: string;
  wamid: string | undefined;
  state: z.infer<typeof status>['status'];
  at: Date | null;
  code: number | undefined;
};

const maxNumbers = 100;

/**
 * Parses the messages and statuses that a notification brings, all else left out.
 *
 * @returns `numbers`: digits of those of the dealer's that they are of; `accounts`: Meta's ids of what these belong to; undefined for
 *   what is no notification.
 */
export function parseWhatsAppNotification(
  body: Buffer,
): { messages: NewMessage[]; statuses: NewStatus[]; numbers: string[]; accounts: string[] } | undefined {
  const { data } = notification.safeParse(parseExactJson(body.toString('utf8')));
  if (!data) return undefined;
  const changes = data.entry.flatMap(({ changes }) => changes);
  const values = changes.flatMap((each) => change.safeParse(each).data?.value ?? []);
  const echoes = changes.flatMap(readEchoChange);
  const shown = [...values, ...echoes].map(({ metadata }) => readDigits(metadata?.display_phone_number));
  const numbers = [...new Set(shown.filter(Boolean))].slice(0, maxNumbers);
  const messages = [...messagesIn(values), ...listNewEchoes(echoes)];
  const named = data.entry.flatMap(({ id }) => (id && /^\d{1,30}$/.test(id) ? id : []));
  const accounts = [...new Set(named)].slice(0, maxNumbers);
  return { messages, statuses: statusesIn(values), numbers, accounts };
}

function withoutOthers({ metadata, contact, message }: Delivery): string {
  const cut = (text: string | undefined) => text?.slice(0, maxCharacters);
  const { id, from, from_user_id, type, timestamp, text } = message;
  return JSON.stringify({
    metadata: {
      display_phone_number: cut(metadata?.display_phone_number),
      phone_number_id: cut(metadata?.phone_number_id),
    },
    contact: {
      ...{ wa_id: cut(contact?.wa_id), user_id: cut(contact?.user_id) },
      profile: { name: cut(contact?.profile?.name) },
    },
    message: {
      ...{ id, from: cut(from), from_user_id: cut(from_user_id), type: cut(type), timestamp: cut(timestamp) },
      text: { body: cut(text?.body) },
    },
  });
}

type Value = z.infer<typeof change>['value'];

function statusesIn(values: readonly Value[]): NewStatus[] {
  return values.flatMap(({ statuses }) =>
    statuses.flatMap((raw) => {
      const { data } = status.safeParse(raw);
      if (!data) return [];
      const { id: wamid, biz_opaque_callback_data: mark, status: state, timestamp, errors } = data;
      return [{ mark, wamid, state, at: readMessageMoment(timestamp), code: errors?.[0]?.code }];
    }),
  );
}

function messagesIn(values: readonly Value[]): NewMessage[] {
  return values.flatMap(({ metadata, contacts, messages }) => {
    const byPhone = new Map(contacts.map((of) => [of?.wa_id, of]));
    const byUser = new Map(contacts.map((of) => [of?.user_id, of]));
    return messages.flatMap((raw) => {
      const { data: sent } = whatsAppMessage.safeParse(raw);
      if (!sent) return [];
      const { from, from_user_id: user } = sent;
      const contact =
        (from ? byPhone.get(from) : undefined) ??
        (user ? byUser.get(user) : undefined) ??
        (contacts.length === 1 ? contacts[0] : undefined);
      const whole = JSON.stringify({ metadata, contact, message: raw });
      const text =
        whole.length > maxStoredMessageCharacters
          ? withoutOthers({ metadata, contact, message: sent })
          : whole;
      const sentAt = readMessageMoment(sent.timestamp);
      return [
        { key: `message ${cleanMessageText(sent.id)}`, body: Buffer.from(text.toWellFormed()), sentAt },
      ];
    });
  });
}

type WhatsAppTexts = {
  texts: DeliveryText[] | undefined;
  ignored: SkippedMessageReason | null;
  number: string | null;
  user: string | null;
  given: { text: string; to: string } | null;
  sentAt: Date | null;
  media: SentPicture | null;
  answers: string | null;
};

/**
 * Reads what a message says, who sent it, what it answers, as WhatsApp calls that, and the ad it came from. A number that WhatsApp
 * does not tell is its id of the person.
 *
 * @returns `texts`: undefined for a delivery without a message.
 */
export function readWhatsAppTexts(body: Buffer): WhatsAppTexts {
  const { metadata, contact, message } = read(body) ?? {};
  const number = readDigits(metadata?.phone_number_id) || null;
  if (!message)
    return {
      ...{ texts: undefined, ignored: null, number, user: null, given: null, sentAt: null, media: null },
      answers: null,
    };
  const texts: DeliveryText[] = [];
  const add = (path: string, label: string, text: string | undefined) => {
    const kept = cleanMessageText(text ?? '').slice(0, maxCharacters);
    if (kept) texts.push({ path, label, text: kept });
  };
  const { profile } = contact ?? {};
  add('name', 'name', profile?.name ?? (profile?.username && `@${profile.username}`));
  const from = readDigits(message.from ?? contact?.wa_id);
  add('phone', 'phone', from ? `+${from}` : (message.from_user_id ?? contact?.user_id));
  add('message', 'message', readMessageText(message));
  texts.push(...readFlowTexts(message.interactive?.nfm_reply?.response_json));
  texts.push(...readOrderTexts(message.order), ...readContextTexts(message.context));
  const { referral } = message;
  add('ad', 'ad_name', referral?.headline || referral?.source_id);
  add('page', 'page_url', referral?.source_url);
  return {
    ...{ texts, ignored: ignored(message, metadata), number, user: userOf({ contact, message }) },
    ...{ given: givenIn(message, metadata), sentAt: readMessageMoment(message.timestamp) },
    media: readSentPicture(message),
    answers: message.context?.id ?? null,
  };
}

function givenIn(
  message: NonNullable<Delivery['message']>,
  metadata: Delivery['metadata'],
): WhatsAppTexts['given'] {
  const { type, context } = message;
  if ((type !== 'text' && type !== 'contacts') || context?.forwarded) return null;
  const text = cleanMessageText(readMessageText(message)).slice(0, maxCharacters);
  return /\p{Nd}/u.test(text) ? { text, to: `+${readDigits(metadata?.display_phone_number)}` } : null;
}

function userOf({ contact, message }: Pick<Delivery, 'contact' | 'message'>): string | null {
  const user = message?.from_user_id ?? contact?.user_id ?? '';
  return isWhatsAppId(user) ? user : null;
}

function ignored(
  { type, from }: NonNullable<Delivery['message']>,
  metadata: Delivery['metadata'],
): SkippedMessageReason | null {
  const own = readDigits(metadata?.display_phone_number);
  if (own && readDigits(from) === own) return 'ownNumber';
  // Meta says so when somebody opens a chat, before they write.
  if (type === 'request_welcome') return 'openedChat';
  return type === 'reaction' || type === 'system' ? type : null;
}

function read(body: Buffer): Delivery | undefined {
  return delivery.safeParse(parseExactJson(body.toString('utf8'))).data;
}
