import { queryOptions } from '@tanstack/react-query';
import { type BulkChange, getBulkChange, listBulkChanges } from '#contract/leads/lead-bulk.ts';
import { endpointPage, endpointQuery } from '#web/lib/api/endpoint-query.ts';

/** Milliseconds between reads while one is under way, and else, as the time to undo runs out. */
const pace = 1_000;
const slowPace = 60_000;

export const isBulkChangeRunning = ({ state }: Pick<BulkChange, 'state'>) =>
  state === 'running' || state === 'undoing';

export const bulkChangeQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(getBulkChange, { params: { id } }),
    refetchInterval: ({ state: { data } }) => (data && isBulkChangeRunning(data) ? pace : false),
  });

export const bulkChangesQuery = ({ page }: { page: number }) =>
  queryOptions({
    ...endpointPage(listBulkChanges, { query: { page } }),
    refetchInterval: ({ state: { data } }) => (data?.rows.some(isBulkChangeRunning) ? pace : slowPace),
  });
