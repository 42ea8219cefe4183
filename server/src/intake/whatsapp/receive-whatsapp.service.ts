import type { Context } from '#server/context.ts';
import { readNotification, storeBrought } from '#server/intake/meta/receive-meta.service.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { messagesIn } from './whatsapp-texts.ts';

/**
 * Stores the messages that a notification brings, each once; they are worked afterwards.
 *
 * @throws Refusal 400 for what is no notification, 401 unless Meta signed it, 403 while the connection is paused, 404.
 */
export async function receiveWhatsApp(
  context: Context,
  sealing: Sealing,
  id: string,
  sent: { signature: string; body: Buffer },
): Promise<void> {
  const brought = await readNotification(context, sealing, { kind: 'whatsapp', id }, sent, messagesIn);
  const messages = brought.map((each) => ({ ...each, isFetched: true }));
  if (messages.length > 0) await storeBrought(context, id, messages);
}
