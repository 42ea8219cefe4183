import type { Context } from '#server/context.ts';
import { saveOwnNumbers } from '#server/intake/meta/meta.db.ts';
import { storeNotification, verifyNotification } from '#server/intake/meta/receive-meta.service.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { saveMessageStatuses } from './messages.db.ts';
import { readWhatsAppNotification } from './read-notification.service.ts';
import { toMessageFailure } from './sending.service.ts';

/**
 * Stores the messages that a notification brings, each once; they are worked afterwards. What it says of messages from here is stored
 * with them; of others it is nothing to anybody, and leaves no trace.
 *
 * @throws Refusal 400 for what is no notification, 401 unless Meta signed it, 403 while the connection is paused, 404.
 */
export async function receiveWhatsAppNotification(
  context: Context,
  sealing: Sealing,
  id: string,
  sent: { signature: string; body: Buffer },
): Promise<void> {
  const brought = await verifyNotification(
    context,
    sealing,
    { kind: 'whatsapp', id },
    sent,
    readWhatsAppNotification,
  );
  await saveOwnNumbers(context.db, id, brought);
  const messages = brought.messages.map((each) => ({ ...each, isFetched: true }));
  if (messages.length > 0) await storeNotification(context, id, messages);
  const now = context.clock.now();
  const heard = brought.statuses.map(({ mark, wamid, state, at, code }) => ({
    ...{ id: mark, wamid, state, at: at ?? now },
    reason: state === 'failed' ? toMessageFailure(code) : null,
  }));
  await saveMessageStatuses(context.db, id, heard);
}
