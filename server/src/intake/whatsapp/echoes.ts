import { z } from 'zod';
import type { SkippedEchoReason } from '#contract/intake/whatsapp.ts';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import type { DeliveryText } from '#server/intake/delivery-text.ts';
import { parseExactJson } from '#server/lib/exact-json.ts';
import {
  cleanMessageText,
  maxCharacters,
  maxStoredMessageCharacters,
  messageContact,
  messageMetadata,
  type NewMessage,
  textField,
  whatsAppMessage,
} from './message-parts.ts';
import { readDigits, readMessageMoment, readMessageText } from './message-text.ts';

const echoMessage = whatsAppMessage.extend({
  ...{ to: textField, to_user_id: textField, group_id: textField, recipient_type: textField },
});

// A delivery of WhatsApp's: what somebody wrote in the WhatsApp Business app, with the number that they wrote from.
const storedEcho = z.object({ metadata: messageMetadata, contact: messageContact, echo: echoMessage });

const echoChange = z.object({
  field: z.literal('smb_message_echoes'),
  value: z.object({
    metadata: messageMetadata,
    contacts: z.array(messageContact).catch([]),
    message_echoes: z.array(z.unknown()).catch([]),
  }),
});

type EchoValue = z.infer<typeof echoChange>['value'];

/**
 * Reads a change of a notification that tells what was written in the WhatsApp Business app.
 * Source: https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/smb_message_echoes.
 */
export function readEchoChange(change: unknown): EchoValue[] {
  const { data } = echoChange.safeParse(change);
  return data ? [data.value] : [];
}

/** Lists the messages of echoes as they are stored. */
export function listNewEchoes(values: readonly EchoValue[]): NewMessage[] {
  return values.flatMap(({ metadata, contacts, message_echoes: echoes }) =>
    echoes.flatMap((raw) => {
      const { data: echo } = echoMessage.safeParse(raw);
      if (!echo) return [];
      const contact =
        contacts.find((each) => each?.wa_id !== undefined && each.wa_id === echo.to) ??
        (contacts.length === 1 ? contacts[0] : undefined);
      const whole = JSON.stringify({ metadata, contact, echo: raw });
      const text =
        whole.length > maxStoredMessageCharacters ? withoutOthers({ metadata, contact, echo }) : whole;
      const key = `message ${cleanMessageText(echo.id)}`;
      return [{ key, body: Buffer.from(text.toWellFormed()), sentAt: readMessageMoment(echo.timestamp) }];
    }),
  );
}

type EchoTexts = {
  texts: DeliveryText[];
  ignored: SkippedEchoReason | null;
  place: string | null;
  user: string | null;
  askedAt: string | null;
};

/** Reads what somebody wrote in the WhatsApp Business app, and to whom; undefined for another delivery of WhatsApp's. */
export function readEchoTexts(body: Buffer): EchoTexts | undefined {
  const { data } = storedEcho.safeParse(parseExactJson(body.toString('utf8')));
  if (!data) return undefined;
  const { metadata, contact, echo } = data;
  const to = readDigits(echo.to ?? contact?.wa_id);
  const user = echo.to_user_id ?? contact?.user_id ?? '';
  const recipient = to ? `+${to}` : isWhatsAppId(user) ? user : undefined;
  const text = cleanMessageText(readMessageText(echo)).slice(0, maxCharacters);
  return {
    texts: [
      ...(recipient ? [{ path: 'phone', label: 'phone', text: recipient }] : []),
      ...(text ? [{ path: 'message', label: 'message', text }] : []),
    ],
    ignored: recipient ? skipReasonOf(echo) : 'unknownAnswer',
    place: readDigits(metadata?.phone_number_id) || null,
    user: isWhatsAppId(user) ? user : null,
    askedAt: readMessageMoment(echo.timestamp)?.toISOString() ?? null,
  };
}

/** A reaction answers nothing, and nobody can tell whether what WhatsApp does not show does. */
function skipReasonOf(echo: z.infer<typeof echoMessage>): SkippedEchoReason | null {
  const { type, to, group_id: group, recipient_type: kind } = echo;
  if (group !== undefined || kind === 'group' || to?.includes('@g.')) return 'groupMessage';
  if (type === 'edit' || type === 'revoke') return 'changedAnswer';
  if (type === 'reaction' || type === 'system') return type;
  return type === undefined || ['unsupported', 'unknown', 'errors'].includes(type) ? 'unknownAnswer' : null;
}

function withoutOthers({ metadata, contact, echo }: z.infer<typeof storedEcho>): string {
  const cut = (text: string | undefined) => text?.slice(0, maxCharacters);
  const { id, from, to, to_user_id, type, timestamp, text } = echo;
  return JSON.stringify({
    metadata: {
      display_phone_number: cut(metadata?.display_phone_number),
      phone_number_id: cut(metadata?.phone_number_id),
    },
    contact: { wa_id: cut(contact?.wa_id), user_id: cut(contact?.user_id) },
    echo: {
      ...{ id, from: cut(from), to: cut(to), to_user_id: cut(to_user_id), type: cut(type) },
      ...{ timestamp: cut(timestamp), text: { body: cut(text?.body) } },
    },
  });
}
