import { queryOptions } from '@tanstack/react-query';
import { getDashboard } from '#contract/dashboard.ts';
import type { QueryInput } from '#contract/endpoint.ts';
import { call } from '#web/lib/api.ts';

/** What became of the leads of the last days; the previous figures stay while others are fetched. */
export const dashboardQuery = (query: QueryInput<typeof getDashboard>) =>
  queryOptions({
    queryKey: ['dashboard', query],
    queryFn: ({ signal }) => call(getDashboard, { query, signal }),
    placeholderData: (previous) => previous,
  });
