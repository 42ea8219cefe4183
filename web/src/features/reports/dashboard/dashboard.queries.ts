import { queryOptions } from '@tanstack/react-query';
import type { QueryInput } from '#contract/call/endpoint.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { call } from '#web/lib/api/api.ts';

/** What became of the leads of the last days; the previous figures stay while others are fetched. */
export const dashboardQuery = (query: QueryInput<typeof getDashboard>) =>
  queryOptions({
    queryKey: ['dashboard', query],
    queryFn: ({ signal }) => call(getDashboard, { query, signal }),
    placeholderData: (previous) => previous,
  });
