import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/call/endpoint.ts';
import { type Bulk, getBulk, startBulk, undoBulk } from '#contract/leads/lead-bulk.ts';
import { call } from '#web/lib/api/api.ts';
import { followedBulks } from './followed-bulks.ts';

const pace = 1_000;

export const isUnderWay = ({ state }: Pick<Bulk, 'state'>) => state === 'running' || state === 'undoing';

/** Asked again each second while under way. */
export const bulkQuery = (id: string) =>
  queryOptions({
    queryKey: ['bulk', id],
    queryFn: ({ signal }) => call(getBulk, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? pace : false),
  });

function useFollow() {
  const client = useQueryClient();
  return (bulk: Bulk) => {
    client.setQueryData(bulkQuery(bulk._id).queryKey, bulk);
    followedBulks.show(bulk._id);
    void client.invalidateQueries({ queryKey: ['leads'] });
  };
}

export function useStartBulk() {
  const follow = useFollow();
  return useMutation({
    mutationFn: (body: BodyInput<typeof startBulk>) => call(startBulk, { body }),
    onSuccess: follow,
  });
}

export function useUndoBulk() {
  const client = useQueryClient();
  const follow = useFollow();
  return useMutation({
    mutationFn: (id: string) => call(undoBulk, { params: { id } }),
    onSuccess: follow,
    // Perhaps undone in another browser.
    onError: (_, id) => client.invalidateQueries({ queryKey: ['bulk', id] }),
  });
}
