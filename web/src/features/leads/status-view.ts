import type { dayRanges } from '#contract/business.ts';
import type { LeadStatus } from '#contract/lead-status.ts';
import type { StatusFilters } from './leads.queries.ts';

/** What narrows a status list. Dates are `YYYY-MM-DD`, `days` are the last N days of entry, `serviceID` is an offering. */
export type StatusNarrowing = {
  search: string;
  startDate: string | undefined;
  endDate: string | undefined;
  serviceID: string | undefined;
  days: (typeof dayRanges)[number] | undefined;
  serviceCenter: string | undefined;
};

/** What the URL of a status list says. `lead` is the id of the open lead, `isAdding` that the Add Lead modal is open. */
export type StatusView = StatusNarrowing & {
  status: LeadStatus;
  page: number;
  lead: string | undefined;
  isAdding: boolean;
};

/** @returns the query of the list that a view shows; the days count on the pending list alone. */
export function queryOf({
  status,
  days,
  search,
  ...view
}: Omit<StatusView, 'lead' | 'isAdding'>): StatusFilters {
  const { startDate, endDate, serviceID, serviceCenter, page } = view;
  const dateRange = status === 'pending' ? days : undefined;
  return { status, search, startDate, endDate, serviceID, dateRange, serviceCenter, page };
}
