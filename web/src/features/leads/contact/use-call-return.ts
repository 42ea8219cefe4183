import { useEffect, useState } from 'react';
import type { ContactChannel } from '#contract/contacts.ts';

/** An attempt to reach the customer by a call, a message or a visit. `isBack`: the user came back to this page from another app. */
export type ContactAttempt = {
  channel: ContactChannel;
  setChannel: (channel: ContactChannel) => void;
  isBack: boolean;
  start: (by: ContactChannel) => void;
  finish: () => void;
};

/** Follows by which channel the user leaves this page to reach a lead's customer, and whether they are back. */
export function useCallReturn(id: string): ContactAttempt {
  const [{ lead, channel, state }, set] = useState(() => startOf(id));
  if (lead !== id) set(startOf(id));
  useEffect(() => {
    if (state !== 'away') return;
    const comeBack = () => {
      if (document.visibilityState === 'visible') set((now) => ({ ...now, state: 'back' }));
    };
    window.addEventListener('focus', comeBack);
    document.addEventListener('visibilitychange', comeBack);
    return () => {
      window.removeEventListener('focus', comeBack);
      document.removeEventListener('visibilitychange', comeBack);
    };
  }, [state]);
  return {
    channel,
    setChannel: (next) => set((now) => ({ ...now, channel: next })),
    isBack: state === 'back',
    start: (by) => set((now) => ({ ...now, channel: by, state: 'away' })),
    finish: () => set((now) => ({ ...now, state: 'here' })),
  };
}

type Way = { lead: string; channel: ContactChannel; state: 'here' | 'away' | 'back' };

function startOf(lead: string): Way {
  return { lead, channel: 'call', state: 'here' };
}
