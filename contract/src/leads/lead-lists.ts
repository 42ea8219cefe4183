import { z } from 'zod';
import { messages } from '#contract/call/messages.ts';
import { id } from '#contract/text/text.ts';
import type { LeadStatus } from './lead-status.ts';

/** The statuses of leads that are still worked. */
export const openStatuses = ['pending', 'potential', 'booked'] as const satisfies readonly LeadStatus[];
export type OpenStatus = (typeof openStatuses)[number];

/** Tells whether a lead is still worked. */
export function isOpenStatus(status: LeadStatus | undefined): status is OpenStatus {
  return openStatuses.some((open) => open === status);
}

/**
 * Sorts with their usual direction. `statusSince`: when the lead entered its status; `waiting`: how long without a contact or
 * a change of status.
 */
export const leadSorts = {
  entered: 'desc',
  name: 'asc',
  statusSince: 'asc',
  followUp: 'asc',
  appointment: 'asc',
  waiting: 'desc',
} as const satisfies Record<string, 'asc' | 'desc'>;
export type LeadSort = keyof typeof leadSorts;

/** Lists the sorts of a list of one status, or of all statuses. */
export function getLeadSorts(status: LeadStatus | undefined): readonly LeadSort[] {
  if (status === undefined) return ['entered'];
  const detail = { potential: ['followUp'], booked: ['appointment'] } as const;
  return [
    ...(['entered', 'name', 'statusSince'] as const),
    ...(status === 'potential' || status === 'booked' ? detail[status] : []),
    ...(isOpenStatus(status) ? (['waiting'] as const) : []),
  ];
}

/** The newest leads come first by default. */
export const leadOrderParams = {
  sort: z.enum(Object.keys(leadSorts) as [LeadSort, ...LeadSort[]]).optional(),
  order: z.enum(['asc', 'desc']).optional(),
};
export type LeadOrder = z.infer<z.ZodObject<typeof leadOrderParams>>;

/** Arguments for a schema's `refine`, which refuse a sort that the list of the chosen status does not have. */
export const leadSortRefinement = [
  ({ sort, status }: { sort?: LeadSort; status?: LeadStatus }) =>
    sort === undefined || getLeadSorts(status).includes(sort),
  { path: ['sort'] as PropertyKey[], error: messages.sortOfOtherStatus },
] as const;

/** Filters by the newest follow-up date of a potential lead; `week` is today and the six days after. */
export const followUpDueFilters = ['overdue', 'today', 'week'] as const;

/** Filters by who works a lead and when its follow-up is due. `advisor`: `mine`, `nobody` or an employee's id. */
export const workFilters = {
  advisor: z.union([z.enum(['mine', 'nobody']), id]).optional(),
  followUpDue: z.enum(followUpDueFilters).optional(),
};
/** The filters by who works a lead and when its follow-up is due. */
export type WorkFilters = z.infer<z.ZodObject<typeof workFilters>>;

/** The kinds of a change of many leads at once. */
export const bulkActions = ['assign', 'share', 'moveCenter', 'followUp', 'archive', 'unarchive'] as const;
export type BulkAction = (typeof bulkActions)[number];
