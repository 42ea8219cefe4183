import { notificationLimits, openWorkerPool } from '#server/lib/workers/worker-pool.ts';
import type { NotifiedLead } from './meta-texts.ts';

const pool = openWorkerPool(new URL('./notification-worker.ts', import.meta.url), notificationLimits);

/** Reads in a thread which leads a notification names. @returns undefined for what is none. @throws TooCostlyError */
export async function readNotifiedLeads(body: Buffer): Promise<NotifiedLead[] | undefined> {
  const leads = await pool.run<NotifiedLead[] | undefined>('parseNotification', body);
  return leads?.map((each) => ({ ...each, body: Buffer.from(each.body) }));
}
