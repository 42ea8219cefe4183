import { workerTask } from '#server/lib/workers/worker-task.ts';
import { leadsNamedIn } from './meta-texts.ts';

/** The leads that a notification names; undefined for what is none. */
export const read = workerTask((body: Uint8Array) => leadsNamedIn(Buffer.from(body)));
