import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { getQueue, type LeadQueue, listQueue } from '#contract/leads/lead-queue.ts';
import type { Lead } from '#contract/leads/leads.ts';
import type { QueueGroup } from '#contract/leads/queue-groups.ts';
import { listOfferingsByType, offeringTypes } from '#contract/offerings.ts';
import { call } from '#web/lib/api/api.ts';
import { endpointQuery, type ListPage } from '#web/lib/api/endpoint-query.ts';
import { keyOf } from '#web/lib/api/query-keys.ts';
import { narrowingOf, type QueueNarrowing, type QueueSearch } from './queue-search.ts';

export type QueuedLead = Lead & { group: QueueGroup };
export type QueuePage = ListPage<QueuedLead> & {
  groups: readonly Omit<LeadQueue['groups'][number], 'leads'>[];
};

/** The first leads of every group, and how many each has. */
export const queueQuery = (query: QueueNarrowing) =>
  queryOptions({
    queryKey: [...keyOf(getQueue), { query }],
    async queryFn({ signal }): Promise<QueuePage> {
      const { groups } = await call(getQueue, { query, signal });
      const rows = groups.flatMap(({ group, leads }) => leads.map((lead) => ({ ...lead, group })));
      const total = groups.reduce((sum, { total }) => sum + total, 0);
      return { rows, total, totalPages: 1, groups: groups.map(({ leads: _leads, ...group }) => group) };
    },
    placeholderData: keepPreviousData,
    refetchInterval: 5 * 60_000,
  });

export const queueGroupQuery = (group: QueueGroup, query: QueueNarrowing & { page: number }) =>
  queryOptions({
    queryKey: [...keyOf(listQueue), { params: { group }, query }],
    async queryFn({ signal }): Promise<ListPage<QueuedLead>> {
      const input = { params: { group }, query, signal };
      const { leads, totalLeadsCount, ...page } = await call(listQueue, input);
      return { ...page, rows: leads.map((lead) => ({ ...lead, group })), total: totalLeadsCount };
    },
    placeholderData: keepPreviousData,
  });

/** For loaders: starts to fetch what the URL asks for. */
export function fetchQueue(queryClient: QueryClient, url: Omit<QueueSearch, 'work' | 'lead' | 'step'>): void {
  const { group, page } = url;
  const query = narrowingOf(url);
  for (const type of offeringTypes)
    void queryClient.prefetchQuery(endpointQuery(listOfferingsByType, { query: { type } }));
  void queryClient.prefetchQuery(queueQuery(query));
  if (group) void queryClient.prefetchQuery(queueGroupQuery(group, { ...query, page }));
}
