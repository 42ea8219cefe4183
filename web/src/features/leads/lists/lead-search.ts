import { z } from 'zod';
import { dayRanges } from '#contract/business.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import { calendarDate } from '#contract/text/dates.ts';
import { listSearch, recordId } from '#web/lib/url/list-search.ts';

/** In the URL: the modal is open. */
const isLead = z.literal('lead').optional().catch(undefined);
const date = calendarDate.optional().catch(undefined);

/** What the routes above the lists say: the center that they are narrowed to. */
type Center = { serviceCenter?: string };

/** The URL of the leads. */
export const leadsSearch = listSearch.extend({
  filter: z.enum(['active', 'archived']).default('active').catch('active'),
  /** The lead whose Update Lead modal is open. */
  edit: recordId,
  /** The Add Lead modal is open. */
  new: isLead,
});
export type LeadsSearch = z.output<typeof leadsSearch> & Center;

/** The URL of the leads in a status. Dates are `YYYY-MM-DD`, `days` are the last N days of entry, `serviceID` is an offering. */
export const statusSearch = listSearch.extend({
  startDate: date,
  endDate: date,
  serviceID: recordId,
  days: z.coerce
    .number<number>()
    .pipe(z.union(dayRanges.map((days) => z.literal(days))))
    .optional()
    .catch(undefined),
  /** The lead whose change-lead-status modal is open. */
  lead: recordId,
  /** Above the change-lead-status modal, the form that corrects the lead is open. */
  correct: isLead,
  /** The Add Lead modal is open. */
  new: isLead,
});
export type StatusSearch = z.output<typeof statusSearch> & Center;

/** @returns what the list of a status asks for; the days count on the pending list alone. */
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
  }: Omit<StatusSearch, 'lead' | 'correct' | 'new'>,
) {
  const dateRange = status === 'pending' ? days : undefined;
  return { status, search, startDate, endDate, serviceID, dateRange, serviceCenter, page };
}
