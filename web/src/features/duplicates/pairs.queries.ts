import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { EndpointQueryInput } from '#contract/call/endpoint.ts';
import { listCustomerMerges } from '#contract/customer-merges.ts';
import { type DuplicatePair, listDuplicates } from '#contract/duplicates.ts';
import { getLeadPanel } from '#contract/leads/lead-panel.ts';
import type { Person } from '#contract/people.ts';
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

type PairDecision = { by: Person; kind: 'dismissed' | 'merged' };

/** Finds who decided a pair that waits no more; null where nobody did, as when they have nothing in common any more, and without a pair. */
export const pairDecisionQuery = (pair: DuplicatePair | undefined) =>
  queryOptions({
    queryKey: [...queryKeyOf(listDuplicates), 'decision', pair?._id],
    queryFn: async (): Promise<PairDecision | null> => {
      if (!pair) return null;
      const { _id: from, kind } = pair;
      const { pairs } = await call(listDuplicates, { query: { from, kind, dismissed: 'true', limit: size } });
      const dismissed = pairs.find(({ _id }) => _id === from)?.dismissed;
      if (dismissed) return { by: dismissed.by, kind: 'dismissed' };
      const ids = [pair.one._id, pair.other._id];
      const merges = await Promise.all(ids.map(kind === 'lead' ? findLeadMerges : findCustomerMerges));
      const merge = merges.flat().find(({ merged }) => merged.some((id) => ids.includes(id)));
      return merge ? { by: merge.by, kind: 'merged' } : null;
    },
    retry: false,
  });

type Merge = { by: Person; merged: string[] };

// A record that was merged into another is refused, and the other one answers.
async function findCustomerMerges(id: string): Promise<Merge[]> {
  const found = await call(listCustomerMerges, { params: { id } }).catch(() => undefined);
  return (found?.merges ?? []).map(({ by, customers }) => ({ by, merged: customers.map(({ _id }) => _id) }));
}

async function findLeadMerges(id: string): Promise<Merge[]> {
  const found = await call(getLeadPanel, { params: { id } }).catch(() => undefined);
  return found?.merge ? [{ by: found.merge.by, merged: found.merge.leads }] : [];
}
