/** Of a customer, as Meta's documentation of WhatsApp's Cloud API has them. */
export type Message = {
  id: string;
  /** Digits; without it the number is not told, and `user` is. */
  from?: string | undefined;
  user?: string;
  name?: string;
  /** Its type's part. */
  type?: string;
  content?: object;
  /** Seconds since 1970. */
  at?: number;
  referral?: object;
  context?: object;
};

export const ownNumber = { phone_number_id: '106540352242922', display_phone_number: '8801700000000' };

/** As Meta writes it: each message with its sender, in a change of its own. */
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

/** @param mark what the message was sent with. @param code why it failed, as Meta numbers it. */
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
