import { notificationLimits, openWorkerPool } from '#server/lib/workers/worker-pool.ts';
import type { parseWhatsAppNotification } from './whatsapp-texts.ts';

type Brought = ReturnType<typeof parseWhatsAppNotification>;

const pool = openWorkerPool(new URL('./notification-worker.ts', import.meta.url), notificationLimits);

/** Reads in a thread what a notification brings. @returns undefined for what is none. @throws TooCostlyError */
export async function readWhatsAppNotification(body: Buffer): Promise<Brought> {
  const brought = await pool.run<Brought>('parseMessages', body);
  if (!brought) return undefined;
  const messages = brought.messages.map((each) => ({ ...each, body: Buffer.from(each.body) }));
  return { ...brought, messages };
}
