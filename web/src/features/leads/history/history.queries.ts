import { queryOptions } from '@tanstack/react-query';
import { pageSize } from '#contract/business.ts';
import { listLeadHistory } from '#contract/leads/lead-history.ts';
import { call } from '#web/lib/api/api.ts';

/** Newest first. */
export const historyQuery = (entryId: string, page: number) =>
  queryOptions({
    queryKey: ['leads', 'history', entryId, page] as const,
    async queryFn({ signal }) {
      const input = { params: { entryId }, query: { page }, signal };
      const { history, totalHistoryCount, ...pages } = await call(listLeadHistory, input);
      return { rows: history, total: totalHistoryCount, ...pages };
    },
    placeholderData: (previous, before) => (before?.queryKey[2] === entryId ? previous : undefined),
  });

export function pageOfVersion(version: number, total: number): number {
  return Math.max(0, Math.floor((total - version) / pageSize)) + 1;
}
