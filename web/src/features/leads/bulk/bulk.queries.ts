import { queryOptions } from '@tanstack/react-query';
import { type BulkChange, getBulkChange, listBulkChanges } from '#contract/leads/lead-bulk.ts';
import { endpointPage, endpointQuery } from '#web/lib/api/endpoint-query.ts';

/** Milliseconds between reads while one is under way, and else, as the time to undo runs out. */
const pace = 1_000;
const slowPace = 60_000;

/** Tells whether a bulk change or its undoing is under way. */
export const isBulkChangeRunning = ({ state }: Pick<BulkChange, 'state'>) =>
  state === 'running' || state === 'undoing';

/** Makes the query of a bulk change, which is repeated while the change is under way. */
export const bulkChangeQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(getBulkChange, { params: { id } }),
    refetchInterval: ({ state: { data } }) => (data && isBulkChangeRunning(data) ? pace : false),
  });

/** Makes the query of a page of everyone's bulk changes, which is repeated. */
export const bulkChangesQuery = ({ page }: { page: number }) =>
  queryOptions({
    ...endpointPage(listBulkChanges, { query: { page } }),
    refetchInterval: ({ state: { data } }) => (data?.rows.some(isBulkChangeRunning) ? pace : slowPace),
  });
