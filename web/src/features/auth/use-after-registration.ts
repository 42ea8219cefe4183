import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

/** @returns where a registration leads: to the login page, or first to the code that proves the address. */
export function useAfterRegistration() {
  const navigate = useNavigate();
  return useCallback(
    ({ email, verified }: { email: string; verified: boolean }) =>
      void navigate({
        to: verified ? '/auth/login' : '/auth/emailVerification',
        state: { address: email },
        replace: true,
      }),
    [navigate],
  );
}
