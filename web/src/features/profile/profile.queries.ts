import { queryOptions } from '@tanstack/react-query';
import { listOwnSessions } from '#contract/session.ts';
import { call } from '#web/lib/api/api.ts';

/** Most recently used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call(listOwnSessions, { signal })).sessions,
});
