import { listOpenedLeads } from '#contract/presence.ts';
import { call } from '#web/lib/api/api.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { session } from '#web/lib/session/session.ts';
import { presenceStore } from './presence.ts';

/** Reads who is where: changes may have been missed. */
export async function readPresence(): Promise<void> {
  if (!mayCall(listOpenedLeads, session.get()?.level)) return;
  const { present } = await call(listOpenedLeads, {}).catch(() => ({ present: undefined }));
  if (present) presenceStore.load(present);
}
