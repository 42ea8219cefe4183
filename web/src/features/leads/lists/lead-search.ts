import { z } from 'zod';
import { dayRanges } from '#contract/business.ts';
import {
  getLeadSorts,
  type LeadSort,
  leadOrderParams,
  leadSorts,
  workFilters,
} from '#contract/leads/lead-lists.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import { calendarDate } from '#contract/text/dates.ts';
import { type PanelSearchName, panelSearch } from '#web/features/leads/record/panel-search.ts';
import { listSearch, recordId } from '#web/lib/url/list-search.ts';
import { preserveFilters } from '#web/lib/url/preserved-search.ts';

export type CenterSearch = { serviceCenter?: string };

const date = calendarDate.optional().catch(undefined);
const dayRange = z.coerce.number<number>().pipe(z.union(dayRanges.map((days) => z.literal(days))));

/**
 * Filters of lists of leads: the names of each in the URL, and how these are read. Routes need them before their controls, which
 * are those of `lead-filters.tsx`, are loaded. Dates are `YYYY-MM-DD`, `days` the last N of entry, `serviceID` an offering.
 */
export const leadFilterParams = {
  days: { days: dayRange.optional().catch(undefined) },
  followUpDue: { followUpDue: workFilters.followUpDue.catch(undefined) },
  advisor: { advisor: workFilters.advisor.catch(undefined) },
  offering: { serviceID: recordId },
  entered: { startDate: date, endDate: date },
};
export type LeadFilterName = keyof typeof leadFilterParams;

/** Keeps filters on the way from a list of leads to one of a status. */
export const preserveStatusFilters = preserveFilters(
  'search',
  ...Object.values(leadFilterParams).flatMap(Object.keys),
);

const sorts = { sort: leadOrderParams.sort.catch(undefined), order: leadOrderParams.order.catch(undefined) };

/** The sort and filters in the URL of a list that is worked through. */
export const worklistSearch = { ...sorts, ...leadFilterParams.advisor, ...leadFilterParams.followUpDue };
export type WorklistSearch = z.output<z.ZodObject<typeof worklistSearch>>;

/** The URL of the list of those who record leads: active or archived ones, or those of an import. */
export const leadsSearch = listSearch.extend({
  filter: z.enum(['active', 'archived']).default('active').catch('active'),
  import: recordId,
  ...panelSearch,
});

/** The URL of the list of one status. */
export const statusListSearch = listSearch.extend({
  ...leadFilterParams.days,
  ...leadFilterParams.offering,
  ...leadFilterParams.entered,
  ...worklistSearch,
  ...panelSearch,
});
export type StatusListSearch = z.output<typeof statusListSearch> & CenterSearch;

/** The URL of the daily, weekly and monthly lists. */
export const periodListSearch = listSearch.extend(panelSearch);
export type PeriodListSearch = z.output<typeof periodListSearch> & CenterSearch;

/** @returns what a status list asks for; `days` counts for pending only. */
export function getStatusListFilters(
  status: LeadStatus,
  {
    search,
    startDate,
    endDate,
    serviceID,
    days,
    serviceCenter,
    page,
    ...rest
  }: Omit<StatusListSearch, PanelSearchName>,
) {
  const dateRange = status === 'pending' ? days : undefined;
  const work = getApplicableFilters(status, rest);
  return { status, search, startDate, endDate, serviceID, dateRange, serviceCenter, ...work, page };
}

const usualSorts: Partial<Record<LeadStatus, LeadSort>> = { potential: 'followUp', booked: 'appointment' };

/** Returns the sort that a list of one status, or of all, has until the user chooses another. */
export function getDefaultSort(status: LeadStatus | undefined): LeadSort {
  return (status && usualSorts[status]) ?? 'entered';
}

/** @returns what a status list asks for: what suits another status only stays in the URL. */
export function getApplicableFilters(
  status: LeadStatus | undefined,
  { sort, order, advisor, followUpDue }: WorklistSearch,
) {
  const hasSort = sort !== undefined && getLeadSorts(status).includes(sort);
  return {
    sort: hasSort ? sort : status && usualSorts[status],
    order: hasSort ? order : undefined,
    advisor,
    followUpDue: status === 'potential' ? followUpDue : undefined,
  };
}

/** Returns the sort of a list with its direction, each the usual one unless the URL names it. */
export function getEffectiveSort({ sort = 'entered', order }: Pick<WorklistSearch, 'sort' | 'order'>) {
  return { sort, order: order ?? leadSorts[sort] };
}
