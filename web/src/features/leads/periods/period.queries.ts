import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { listLeadsByPeriod, type Period } from '#contract/leads/lead-oversight.ts';
import { leadPage } from '#web/features/leads/record/leads.queries.ts';
import { type PanelName, panelSearch } from '#web/features/leads/record/panel-search.ts';
import { call } from '#web/lib/api/api.ts';
import { listSearch, recordId } from '#web/lib/url/list-search.ts';

export const periodSearch = listSearch.extend({
  ...panelSearch,
  view: recordId,
  edit: recordId,
});
export type PeriodSearch = z.output<typeof periodSearch> & { serviceCenter?: string };

export const periodListQuery = (
  period: Period,
  { search, page, serviceCenter }: Omit<PeriodSearch, 'view' | 'edit' | PanelName>,
) => {
  const query = { period, search, page, serviceCenter };
  return queryOptions({
    queryKey: ['leads', 'list', 'byPeriod', query] as const,
    queryFn: async ({ signal }) => leadPage(await call(listLeadsByPeriod, { query, signal })),
    placeholderData: (previous, before) => (before?.queryKey[3].period === period ? previous : undefined),
  });
};
