import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { defaultPageSize } from '#contract/business.ts';
import { type CallGroup, type CallQueue, getCallQueue } from '#contract/leads/call-order.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { listOfferingsByType, offeringTypes } from '#contract/offerings.ts';
import { call, readSynchronously } from '#web/lib/api/api.ts';
import { endpointQuery, type ListPage } from '#web/lib/api/endpoint-query.ts';
import { queryKeyOf } from '#web/lib/api/query-keys.ts';
import { getQueueFilters, type QueueFilters, type QueueSearch } from './queue-search.ts';

/** A lead with its place in the queue. `movedTo`: the group to which a lead belongs now, while its line stays in `group` under the pointer. */
export type QueuedLead = Lead & CallQueue['places'][number] & { movedTo?: CallGroup };
/** A page of the queue, with the sizes of its groups. */
export type QueuePage = ListPage<QueuedLead> & Pick<CallQueue, 'groups' | 'waitingLong' | 'colleagues'>;

/** Leads of a page: beyond the first, others are looked at seldom. */
export const queuePageSize = 25;

/** Reads a page of the queue in order, or of one part. It is read anew each minute: targets pass by themselves. */
export const queueQuery = (query: QueueFilters & { page: number; part?: QueueSearch['part'] | undefined }) =>
  queryOptions({
    queryKey: [...queryKeyOf(getCallQueue), { query }],
    async queryFn({ signal }): Promise<QueuePage> {
      const asked = { ...query, limit: query.part ? defaultPageSize : queuePageSize };
      return pageOf(await call(getCallQueue, { query: asked, signal }));
    },
    meta: {
      readPage(page: number, limit: number): QueuePage | undefined {
        const reply = readSynchronously(getCallQueue, { query: { ...query, page, limit } as typeof query });
        return reply && pageOf(reply);
      },
    },
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

function pageOf({ leads, places, totalLeadsCount, ...page }: CallQueue): QueuePage {
  const rows = leads.map((lead, at) => ({
    ...lead,
    ...(places[at] ?? { group: 'older' as const, isLongest: false, opensAt: null }),
  }));
  return { ...page, rows, total: totalLeadsCount };
}

/** Starts to fetch what the URL asks for, in a route's loader. */
export function prefetchQueue(queryClient: QueryClient, url: Omit<QueueSearch, 'work' | 'lead'>): void {
  const { part, page } = url;
  for (const type of offeringTypes)
    void queryClient.prefetchQuery(endpointQuery(listOfferingsByType, { query: { type } }));
  void queryClient.prefetchQuery(queueQuery({ ...getQueueFilters(url), part, page }));
}
