import { queryOptions } from '@tanstack/react-query';
import { getMe } from '#contract/session.ts';
import { call } from '#web/lib/api/api.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { session } from '#web/lib/session/session.ts';

/** Reads the account and updates the session with it, so that a changed level takes effect. */
export const accountQuery = queryOptions({
  ...endpointQuery(getMe),
  queryFn: async ({ signal }) => {
    const account = await call(getMe, { signal });
    session.refresh(account);
    return account;
  },
});
