import { queryOptions } from '@tanstack/react-query';
import { managementSearchMinimum } from '#contract/business.ts';
import type { QueryInput } from '#contract/call/endpoint.ts';
import { listManagementLeads } from '#contract/leads/lead-oversight.ts';
import { leadPage } from '#web/features/leads/record/leads.queries.ts';
import { call } from '#web/lib/api/api.ts';
import { type ManagementSearch, type ManagementStatus, narrowingFor } from './management-search.ts';

/** What narrows the leads that management sees, with a search that counts. */
export type ManagementFilters = QueryInput<typeof listManagementLeads>;

/** @returns the search if it is long enough to count (specification, section 5), else undefined. */
export function effectiveSearch(typed: string): string | undefined {
  return typed.length > managementSearchMinimum ? typed : undefined;
}

/** @returns what the list asks for at a URL of it. */
export function managementFilters(
  status: ManagementStatus,
  { search, ...rest }: Omit<ManagementSearch, 'view'>,
): ManagementFilters {
  return {
    ...narrowingFor(status, rest),
    status: status === 'all' ? undefined : status,
    search: effectiveSearch(search),
  };
}

/** A page of the leads that management sees; the previous rows stay while others of the same status are fetched. */
export const managementListQuery = (query: ManagementFilters) =>
  queryOptions({
    queryKey: ['leads', 'list', 'management', query] as const,
    queryFn: async ({ signal }) => leadPage(await call(listManagementLeads, { query, signal })),
    placeholderData: (previous, before) =>
      before?.queryKey[3].status === query.status ? previous : undefined,
  });
