import { workerTask } from '#server/lib/workers/worker-task.ts';
import { parseNotifiedLeads } from './meta-texts.ts';

/** The leads that a notification names; undefined for what is none. */
export const parseNotification = workerTask((body: Uint8Array) => parseNotifiedLeads(Buffer.from(body)));
