import { queryOptions } from '@tanstack/react-query';
import { pageSize } from '#contract/business.ts';
import { listLeadHistory } from '#contract/lead-history.ts';
import { call } from '#web/lib/api.ts';

/** A page of a lead's versions, newest first; the previous rows stay while others of the same lead are fetched. */
export const historyQuery = (entryId: string, page: number) =>
  queryOptions({
    queryKey: ['leads', 'history', entryId, page] as const,
    queryFn: ({ signal }) => call(listLeadHistory, { params: { entryId }, query: { page }, signal }),
    placeholderData: (previous, before) => (before?.queryKey[2] === entryId ? previous : undefined),
  });

/** @returns the page on which a version stands when there are `total` of them. */
export function pageOfVersion(version: number, total: number): number {
  return Math.max(0, Math.floor((total - version) / pageSize)) + 1;
}
