import { workerTask } from '#server/lib/workers/worker-task.ts';
import { parseWhatsAppNotification } from './whatsapp-texts.ts';

/** Parses the messages and statuses that a notification brings, in a worker thread; undefined for what is no notification. */
export const parseMessages = workerTask((body: Uint8Array) => parseWhatsAppNotification(Buffer.from(body)));
