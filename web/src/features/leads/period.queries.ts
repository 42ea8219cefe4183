import { queryOptions } from '@tanstack/react-query';
import type { QueryInput } from '#contract/endpoint.ts';
import { listLeadsByPeriod } from '#contract/lead-oversight.ts';
import { call } from '#web/lib/api.ts';

/** What narrows the leads of a period. */
export type PeriodFilters = QueryInput<typeof listLeadsByPeriod>;

/** A page of the leads entered in a period; the previous rows stay while others of the same period are fetched. */
export const periodListQuery = (query: PeriodFilters) =>
  queryOptions({
    queryKey: ['leads', 'list', 'byPeriod', query] as const,
    queryFn: ({ signal }) => call(listLeadsByPeriod, { query, signal }),
    placeholderData: (previous, before) =>
      before?.queryKey[3].period === query.period ? previous : undefined,
  });
