import { z } from 'zod';
import { dayRanges } from '#contract/business.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import { calendarDate } from '#contract/text/dates.ts';
import { workFor, workSearch } from '#web/features/leads/filters/filter-search.ts';
import { type PanelName, panelSearch } from '#web/features/leads/record/panel-search.ts';
import { listSearch, recordId } from '#web/lib/url/list-search.ts';

const isLead = z.literal('lead').optional().catch(undefined);
const date = calendarDate.optional().catch(undefined);

/** Of the parent route. */
type Center = { serviceCenter?: string };

export const leadsSearch = listSearch.extend({
  filter: z.enum(['active', 'archived']).default('active').catch('active'),
  ...panelSearch,
  edit: recordId,
  new: isLead,
});

/** Dates `YYYY-MM-DD`; `days`: the last N of entry; `serviceID`: an offering. */
export const statusSearch = listSearch.extend({
  startDate: date,
  endDate: date,
  serviceID: recordId,
  days: z.coerce
    .number<number>()
    .pipe(z.union(dayRanges.map((days) => z.literal(days))))
    .optional()
    .catch(undefined),
  ...panelSearch,
  ...workSearch,
  move: recordId,
  new: isLead,
});
export type StatusSearch = z.output<typeof statusSearch> & Center;

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
  const work = workFor(status, rest);
  return { status, search, startDate, endDate, serviceID, dateRange, serviceCenter, ...work, page };
}
