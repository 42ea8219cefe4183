import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

/** @returns where to go after registering: the login page, or first email verification. */
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
