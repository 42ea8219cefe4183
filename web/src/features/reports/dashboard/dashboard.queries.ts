import { queryOptions } from '@tanstack/react-query';
import type { QueryInput } from '#contract/call/endpoint.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { call } from '#web/lib/api/api.ts';

export const dashboardQuery = (query: QueryInput<typeof getDashboard>) =>
  queryOptions({
    queryKey: ['dashboard', query],
    queryFn: ({ signal }) => call(getDashboard, { query, signal }),
    placeholderData: (previous) => previous,
  });
