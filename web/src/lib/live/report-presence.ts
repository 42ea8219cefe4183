import { useEffect } from 'react';
import { v4 as uuid } from 'uuid';
import { presenceReportSeconds, reportPresence } from '#contract/presence.ts';
import { call } from '#web/lib/api/api.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { session } from '#web/lib/session/session.ts';

const tab = uuid();

// The leads of open views, newest last: a dialog may be above a panel. The tab is at the newest.
const opened: string[] = [];
let timer: ReturnType<typeof setInterval> | undefined;

// Nobody waits for it, and it is repeated: failures are ignored.
function tell(lead: string | undefined, isOpen: boolean) {
  if (!lead || !mayCall(reportPresence, session.get()?.level)) return;
  call(reportPresence, { body: { tab, lead, isOpen }, keepalive: true }).catch(() => undefined);
}

const tellNewest = () => tell(opened.at(-1), true);

function watch() {
  timer = setInterval(tellNewest, presenceReportSeconds * 1_000);
  window.addEventListener('pagehide', leavePage);
  window.addEventListener('pageshow', tellNewest);
}

function leavePage() {
  tell(opened.at(-1), false);
}

function unwatch() {
  clearInterval(timer);
  window.removeEventListener('pagehide', leavePage);
  window.removeEventListener('pageshow', tellNewest);
}

/** Tells, while mounted, colleagues that this tab has the lead open. @param lead undefined for none. */
export function useReportPresence(lead: string | undefined): void {
  useEffect(() => {
    if (!lead) return;
    if (opened.length === 0) watch();
    const before = opened.at(-1);
    opened.push(lead);
    if (lead !== before) tell(lead, true);
    return () => {
      const newest = opened.at(-1);
      opened.splice(opened.lastIndexOf(lead), 1);
      if (opened.length === 0) {
        unwatch();
        tell(lead, false);
      } else if (opened.at(-1) !== newest) tellNewest();
    };
  }, [lead]);
}
