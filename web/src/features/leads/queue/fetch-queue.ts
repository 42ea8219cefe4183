import type { QueryClient } from '@tanstack/react-query';
import { offeringQueries } from '#web/lib/browser/choices.ts';
import { narrowingOf, type QueueSearch } from './queue-search.ts';

/**
 * For the loader of a screen with the queue: starts to fetch what the URL asks for. Loaders are part of every first load, so the
 * queries come when they are needed.
 */
export function fetchQueue(queryClient: QueryClient, url: Omit<QueueSearch, 'work' | 'lead' | 'step'>): void {
  const { group, page } = url;
  const query = narrowingOf(url);
  for (const offerings of offeringQueries) void queryClient.prefetchQuery(offerings);
  void import('./queue.queries.ts').then(
    ({ queueGroupQuery, queueQuery }) => {
      void queryClient.prefetchQuery(queueQuery(query));
      if (group) void queryClient.prefetchQuery(queueGroupQuery(group, { ...query, page }));
    },
    () => undefined,
  );
}
