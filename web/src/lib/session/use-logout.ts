import { useCallback } from 'react';
import { logout } from '#contract/session.ts';
import { call } from '#web/lib/api/api.ts';
import { session } from './session.ts';

/** @returns a function that logs out: the server ends the session, and this browser forgets everything even offline. */
export function useLogout(): () => Promise<void> {
  return useCallback(async () => {
    await call(logout, {}).catch(() => undefined);
    if (session.get()) session.end('signedOut');
  }, []);
}
