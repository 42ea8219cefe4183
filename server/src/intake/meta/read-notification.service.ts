import { notificationLimits, openWorkerPool } from '#server/lib/workers/worker-pool.ts';
import type { NewLead } from './meta-texts.ts';

const pool = openWorkerPool(new URL('./notification-worker.ts', import.meta.url), notificationLimits);

/** Reads in a thread which leads a notification names. @returns undefined for what is none. @throws TooCostlyError */
export async function readNamedLeads(body: Buffer): Promise<NewLead[] | undefined> {
  const leads = await pool.run<NewLead[] | undefined>('read', body);
  return leads?.map((each) => ({ ...each, body: Buffer.from(each.body) }));
}
