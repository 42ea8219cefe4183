import { useEffect, useState } from 'react';

/**
 * Whether the user came back after a link to another app. Call `leave` as the link is followed, `settle` when the
 * outcome is known.
 */
export function useReturn(): { isBack: boolean; leave: () => void; settle: () => void } {
  const [state, setState] = useState<'here' | 'away' | 'back'>('here');
  useEffect(() => {
    if (state !== 'away') return;
    const comeBack = () => {
      if (document.visibilityState === 'visible') setState('back');
    };
    window.addEventListener('focus', comeBack);
    document.addEventListener('visibilitychange', comeBack);
    return () => {
      window.removeEventListener('focus', comeBack);
      document.removeEventListener('visibilitychange', comeBack);
    };
  }, [state]);
  return { isBack: state === 'back', leave: () => setState('away'), settle: () => setState('here') };
}
