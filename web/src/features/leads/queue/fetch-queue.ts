import type { QueryClient } from '@tanstack/react-query';
import { listOfferingsByType, offeringTypes } from '#contract/offerings.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { narrowingOf, type QueueSearch } from './queue-search.ts';

/** For loaders: starts to fetch what the URL asks for. Loaders are in the first load, so queries come when needed. */
export function fetchQueue(queryClient: QueryClient, url: Omit<QueueSearch, 'work' | 'lead' | 'step'>): void {
  const { group, page } = url;
  const query = narrowingOf(url);
  for (const type of offeringTypes)
    void queryClient.prefetchQuery(endpointQuery(listOfferingsByType, { query: { type } }));
  void import('./queue.queries.ts').then(
    ({ queueGroupQuery, queueQuery }) => {
      void queryClient.prefetchQuery(queueQuery(query));
      if (group) void queryClient.prefetchQuery(queueGroupQuery(group, { ...query, page }));
    },
    () => undefined,
  );
}
