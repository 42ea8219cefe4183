import { queryOptions } from '@tanstack/react-query';
import { listInvites } from '#contract/invites.ts';
import { call } from '#web/lib/api/api.ts';

/** Newest first. */
export const invitesQuery = queryOptions({
  queryKey: ['invites'],
  queryFn: async ({ signal }) => (await call(listInvites, { signal })).employeeInvites,
});
