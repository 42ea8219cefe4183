import { workerTask } from '#server/lib/workers/worker-task.ts';
import { broughtIn } from './whatsapp-texts.ts';

/** The messages and statuses that a notification brings; undefined for what is none. */
export const read = workerTask((body: Uint8Array) => broughtIn(Buffer.from(body)));
