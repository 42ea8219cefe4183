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
import { type PanelName, panelSearch } from '#web/features/leads/record/panel-search.ts';
import { keepFilters } from '#web/lib/url/kept-search.ts';
import { listSearch, recordId } from '#web/lib/url/list-search.ts';

export type Center = { serviceCenter?: string };

const isLead = z.literal('lead').optional().catch(undefined);
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
export const keepStatusFilters = keepFilters(
  'search',
  ...Object.values(leadFilterParams).flatMap(Object.keys),
);

const sorts = { sort: leadOrderParams.sort.catch(undefined), order: leadOrderParams.order.catch(undefined) };

/** The sort and filters in the URL of a list that is worked. */
export const workSearch = { ...sorts, ...leadFilterParams.advisor, ...leadFilterParams.followUpDue };
export type WorkSearch = z.output<z.ZodObject<typeof workSearch>>;

export const leadsSearch = listSearch.extend({
  filter: z.enum(['active', 'archived']).default('active').catch('active'),
  ...panelSearch,
  edit: recordId,
  new: isLead,
});

export const statusSearch = listSearch.extend({
  ...leadFilterParams.days,
  ...leadFilterParams.offering,
  ...leadFilterParams.entered,
  ...workSearch,
  ...panelSearch,
  move: recordId,
  new: isLead,
});
export type StatusSearch = z.output<typeof statusSearch> & Center;

export const periodSearch = listSearch.extend({ ...panelSearch, view: recordId, edit: recordId });
export type PeriodSearch = z.output<typeof periodSearch> & Center;

/** @returns what a status list asks for; `days` counts for pending only. */
export function statusFilters(
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
  }: Omit<StatusSearch, PanelName | 'move' | 'new'>,
) {
  const dateRange = status === 'pending' ? days : undefined;
  const work = applicableFilters(status, rest);
  return { status, search, startDate, endDate, serviceID, dateRange, serviceCenter, ...work, page };
}

const usualSorts: Partial<Record<LeadStatus, LeadSort>> = { potential: 'followUp', booked: 'appointment' };

export function usualSortOf(status: LeadStatus | undefined): LeadSort {
  return (status && usualSorts[status]) ?? 'entered';
}

/** @returns what a status list asks for: what suits another status only stays in the URL. */
export function applicableFilters(
  status: LeadStatus | undefined,
  { sort, order, advisor, followUpDue }: WorkSearch,
) {
  const hasSort = sort !== undefined && getLeadSorts(status).includes(sort);
  return {
    sort: hasSort ? sort : status && usualSorts[status],
    order: hasSort ? order : undefined,
    advisor,
    followUpDue: status === 'potential' ? followUpDue : undefined,
  };
}

export function sortInForce({ sort = 'entered', order }: Pick<WorkSearch, 'sort' | 'order'>) {
  return { sort, order: order ?? leadSorts[sort] };
}
