import { queryOptions } from '@tanstack/react-query';
import { getMe } from '#contract/session.ts';
import { call } from '#web/lib/api.ts';
import { session } from '#web/lib/session.ts';

/** The signed-in employee as the server knows him now; what it answers becomes the session's, so a changed level is noticed. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }) => {
    const account = await call(getMe, { signal });
    session.refresh(account);
    return account;
  },
  staleTime: 60_000,
});
