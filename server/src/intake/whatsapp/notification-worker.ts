import { workerTask } from '#server/lib/workers/worker-task.ts';
import { parseWhatsAppNotification } from './whatsapp-texts.ts';

/** Reads the messages and statuses that a notification brings; undefined for what is none. */
export const parseMessages = workerTask((body: Uint8Array) => parseWhatsAppNotification(Buffer.from(body)));
