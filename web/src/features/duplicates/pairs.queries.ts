import { infiniteQueryOptions } from '@tanstack/react-query';
import type { EndpointQueryInput } from '#contract/call/endpoint.ts';
import { listDuplicates } from '#contract/duplicates.ts';
import { call } from '#web/lib/api/api.ts';
import { queryKeyOf } from '#web/lib/api/query-keys.ts';

export type PairFilters = Omit<
  EndpointQueryInput<typeof listDuplicates>,
  'page' | 'limit' | 'dismissed' | 'from'
>;

const size = 100;

/**
 * Returns what waits for a decision, newest first, in stretches that each begin with the last pair of the one before.
 *
 *
 * @param from the pair with which it begins, unless the newest.
 */
export const undecidedPairsQuery = (narrowing: PairFilters, from?: string) =>
  infiniteQueryOptions({
    queryKey: [...queryKeyOf(listDuplicates), 'toDecide', narrowing, from],
    queryFn: ({ pageParam, signal }) =>
      call(listDuplicates, { query: { ...narrowing, from: pageParam, limit: size }, signal }),
    initialPageParam: from,
    getNextPageParam: ({ pairs, totalPairCount }) =>
      pairs.length > 1 && totalPairCount > pairs.length ? pairs.at(-1)?._id : undefined,
    staleTime: 0,
  });
