import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/call/endpoint.ts';
import { addComment, listColleagues } from '#contract/comments.ts';
import { listTimeline, type Timeline } from '#contract/leads/lead-panel.ts';
import { call } from '#web/lib/api/api.ts';

/** @param first the panel's. */
export const timelineQuery = (id: string, first: Timeline) =>
  infiniteQueryOptions({
    queryKey: ['panels', id, 'timeline'],
    queryFn: ({ pageParam, signal }) =>
      call(listTimeline, { params: { id }, query: { before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    initialData: { pages: [first], pageParams: [undefined] },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const colleaguesQuery = (id: string) =>
  queryOptions({
    queryKey: ['employees', 'colleagues', id],
    queryFn: ({ signal }) => call(listColleagues, { params: { id }, signal }),
    staleTime: 60_000,
  });

export function useAddComment(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof addComment>) => call(addComment, { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['panels', id] }),
  });
}
