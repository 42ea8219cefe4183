import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryInput } from '#contract/call/endpoint.ts';
import { listNeglected } from '#contract/leads/lead-oversight.ts';
import { leadPage } from '#web/features/leads/record/leads.queries.ts';
import { call } from '#web/lib/api/api.ts';

/** With the counts of each status. */
export const neglectedQuery = (query: QueryInput<typeof listNeglected>) =>
  queryOptions({
    queryKey: ['leads', 'list', 'neglected', query],
    queryFn: async ({ signal }) => {
      const { counts, ...list } = await call(listNeglected, { query, signal });
      return { ...leadPage(list), counts };
    },
    placeholderData: keepPreviousData,
  });
