export type Message = {
  id: string;
  from?: string | undefined;
  user?: string;
  name?: string;
  type?: string;
  content?: object;
  at?: number;
  referral?: object;
  context?: object;
};

export const ownNumber = { phone_number_id: '106540352242922', display_phone_number: '8801700000000' };

export function messageNotification(messages: readonly Message[], metadata = ownNumber): string {
  const changes = messages.map(({ id, from, user, name, at, type = 'text', content, referral, context }) => ({
    field: 'messages',
    value: {
      messaging_product: 'whatsapp',
      metadata,
      contacts: [{ profile: { name: name ?? 'Rahim Uddin' }, wa_id: from, user_id: user }],
      messages: [
        {
          ...{ from, from_user_id: user, id, timestamp: String(at ?? 1_773_122_340), type },
          [type]: content ?? { body: 'How much is an oil change?' },
          ...(referral && { referral }),
          ...(context && { context }),
        },
      ],
    },
  }));
  return JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '102290129340398', changes }] });
}

export type Echo = {
  id: string;
  to?: string | undefined;
  user?: string;
  type?: string;
  content?: object;
  at?: number;
  more?: object;
};

/** Tells of answers that somebody of the dealer's has written in the WhatsApp Business app. */
export function echoNotification(echoes: readonly Echo[], metadata = ownNumber): string {
  const message_echoes = echoes.map(({ id, to, user, at, type = 'text', content, more }) => ({
    ...{ from: metadata.display_phone_number, to, to_user_id: user, id },
    ...{ timestamp: String(at ?? 1_773_122_340), type },
    [type]: content ?? { body: 'It is 2,500 taka' },
    ...more,
  }));
  const value = { messaging_product: 'whatsapp', metadata, message_echoes };
  const changes = [{ field: 'smb_message_echoes', value }];
  return JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '102290129340398', changes }] });
}

export function statusNotification(
  statuses: readonly { mark: string; status: string; code?: number }[],
): string {
  const value = {
    messaging_product: 'whatsapp',
    metadata: ownNumber,
    statuses: statuses.map(({ mark, status, code }) => ({
      ...{ id: `wamid.${mark}`, status, timestamp: '1773122345', recipient_id: '8801712345678' },
      biz_opaque_callback_data: mark,
      ...(code && { errors: [{ code, title: 'Message failed to send' }] }),
    })),
  };
  const changes = [{ field: 'messages', value }];
  return JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '102290129340398', changes }] });
}
