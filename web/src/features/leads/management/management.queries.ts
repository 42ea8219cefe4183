import { queryOptions } from '@tanstack/react-query';
import { managementSearchMinimum } from '#contract/business.ts';
import type { QueryInput } from '#contract/call/endpoint.ts';
import { countLeadsByCenter, listManagementLeads } from '#contract/leads/lead-oversight.ts';
import { workFor } from '#web/features/leads/filters/filter-search.ts';
import { leadPage } from '#web/features/leads/record/leads.queries.ts';
import type { PanelName } from '#web/features/leads/record/panel-search.ts';
import { call } from '#web/lib/api/api.ts';
import { type ManagementSearch, type ManagementStatus, narrowingFor } from './management-search.ts';

type ManagementFilters = QueryInput<typeof listManagementLeads>;

/** @returns the search if long enough to count (specification, section 5). */
function effectiveSearch(typed: string): string | undefined {
  return typed.length > managementSearchMinimum ? typed : undefined;
}

export function managementFilters(
  status: ManagementStatus,
  { search, ...rest }: Omit<ManagementSearch, 'view' | PanelName>,
): ManagementFilters {
  return {
    ...narrowingFor(status, rest),
    ...workFor(status === 'all' ? undefined : status, rest),
    status: status === 'all' ? undefined : status,
    search: effectiveSearch(search),
  };
}

export const centerCountsQuery = queryOptions({
  queryKey: ['leads', 'counts', 'byCenter'],
  queryFn: ({ signal }) => call(countLeadsByCenter, { signal }),
});

export const managementListQuery = (query: ManagementFilters) =>
  queryOptions({
    queryKey: ['leads', 'list', 'management', query] as const,
    queryFn: async ({ signal }) => leadPage(await call(listManagementLeads, { query, signal })),
    placeholderData: (previous, before) =>
      before?.queryKey[3].status === query.status ? previous : undefined,
  });
