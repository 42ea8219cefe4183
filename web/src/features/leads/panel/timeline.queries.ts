import { infiniteQueryOptions } from '@tanstack/react-query';
import { listTimeline, type Timeline } from '#contract/leads/lead-panel.ts';
import { call } from '#web/lib/api/api.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';

/** @param first the panel's. */
export const timelineQuery = (id: string, first: Timeline) =>
  infiniteQueryOptions({
    queryKey: endpointQuery(listTimeline, { params: { id } }).queryKey as readonly unknown[],
    queryFn: ({ pageParam, signal }) =>
      call(listTimeline, { params: { id }, query: { before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    initialData: { pages: [first], pageParams: [undefined] },
    staleTime: Number.POSITIVE_INFINITY,
  });
