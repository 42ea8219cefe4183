import { queryOptions } from '@tanstack/react-query';
import { listOwnSessions } from '#contract/session.ts';
import { call } from '#web/lib/api.ts';

/** Where one is logged in, the session used last first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call(listOwnSessions, { signal })).sessions,
});
