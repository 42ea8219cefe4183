import { useEffect, useState } from 'react';
import type { ContactChannel } from '#contract/contacts.ts';

/** The channel by which the lead is being reached, and whether the user came back from another app after that. */
export type Reaching = {
  channel: ContactChannel;
  setChannel: (channel: ContactChannel) => void;
  isBack: boolean;
  leave: (by: ContactChannel) => void;
  settle: () => void;
};

export function useReturn(id: string): Reaching {
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
    leave: (by) => set((now) => ({ ...now, channel: by, state: 'away' })),
    settle: () => set((now) => ({ ...now, state: 'here' })),
  };
}

type Way = { lead: string; channel: ContactChannel; state: 'here' | 'away' | 'back' };

function startOf(lead: string): Way {
  return { lead, channel: 'call', state: 'here' };
}
