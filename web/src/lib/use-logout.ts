import { useCallback } from 'react';
import { logout } from '#contract/session.ts';
import { call } from './api.ts';
import { session } from './session.ts';

/** @returns signing out: the server ends the session, this browser forgets everything, even when no answer comes. */
export function useLogout(): () => Promise<void> {
  return useCallback(async () => {
    await call(logout, {}).catch(() => undefined);
    if (session.get()) session.end('signedOut');
  }, []);
}
