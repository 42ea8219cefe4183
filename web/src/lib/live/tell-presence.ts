import { useEffect } from 'react';
import { listPresence, presenceEvery, tellPresence } from '#contract/presence.ts';
import { call } from '#web/lib/api/api.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { session } from '#web/lib/session/session.ts';
import { presence } from './presence.ts';

const tab = crypto.randomUUID();

/** Newest last: a dialog may be above the panel of the same lead. */
const opened: string[] = [];

/** Nobody waits for it, and it is repeated: failures are ignored. */
function tell(lead: string, isOpen: boolean) {
  if (!mayCall(tellPresence, session.get()?.level)) return;
  call(tellPresence, { body: { tab, lead, isOpen }, keepalive: true }).catch(() => undefined);
}

/** While mounted, tells colleagues that this tab has the lead open. @param lead undefined for none. */
export function useTellPresence(lead: string | undefined): void {
  useEffect(() => {
    if (!lead) return;
    const isOpen = () => tell(lead, true);
    const isClosed = () => tell(lead, false);
    const left = () => {
      opened.splice(opened.lastIndexOf(lead), 1);
      const below = opened.at(-1);
      if (below === undefined) isClosed();
      else if (below !== lead) tell(below, true);
    };
    opened.push(lead);
    isOpen();
    const timer = setInterval(isOpen, presenceEvery * 1_000);
    window.addEventListener('pagehide', isClosed);
    window.addEventListener('pageshow', isOpen);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', isClosed);
      window.removeEventListener('pageshow', isOpen);
      left();
    };
  }, [lead]);
}

/** Reads who is where: changes may have been missed. */
export async function readPresence(): Promise<void> {
  if (!mayCall(listPresence, session.get()?.level)) return;
  const { present } = await call(listPresence, {}).catch(() => ({ present: undefined }));
  if (present) presence.load(present);
}
