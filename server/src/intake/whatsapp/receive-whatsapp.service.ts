import type { Context } from '#server/context.ts';
import { saveOwnNumbers } from '#server/intake/meta/meta.db.ts';
import { readNotification, storeNotified } from '#server/intake/meta/receive-meta.service.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { keepHeard } from './messages.db.ts';
import { readBrought } from './read-notification.service.ts';
import { reasonOf } from './sending.service.ts';

/**
 * Stores the messages that a notification brings, each once; they are worked afterwards. What it says of messages from here is
 * kept with them; of others it is nothing to anybody, and leaves no trace.
 *
 * @throws Refusal 400 for what is no notification, 401 unless Meta signed it, 403 while the connection is paused, 404.
 */
export async function receiveWhatsApp(
  context: Context,
  sealing: Sealing,
  id: string,
  sent: { signature: string; body: Buffer },
): Promise<void> {
  const brought = await readNotification(context, sealing, { kind: 'whatsapp', id }, sent, readBrought);
  await saveOwnNumbers(context.db, id, brought.numbers);
  const messages = brought.messages.map((each) => ({ ...each, isFetched: true }));
  if (messages.length > 0) await storeNotified(context, id, messages);
  const now = context.clock.now();
  const heard = brought.statuses.map(({ mark, state, at, code }) => ({
    ...{ id: mark, state, at: at ?? now },
    reason: state === 'failed' ? reasonOf(code) : null,
  }));
  await keepHeard(context.db, id, heard);
}
