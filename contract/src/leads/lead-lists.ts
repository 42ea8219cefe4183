import { z } from 'zod';
import { messages } from '#contract/call/messages.ts';
import { id } from '#contract/text/text.ts';
import type { LeadStatus } from './lead-status.ts';

/** Statuses of leads that are still worked, in the usual order. */
export const openStatuses = ['pending', 'potential', 'booked'] as const satisfies readonly LeadStatus[];
export type OpenStatus = (typeof openStatuses)[number];

/** @returns whether a lead of this status is still worked. */
export function isOpenStatus(status: LeadStatus | undefined): status is OpenStatus {
  return openStatuses.some((open) => open === status);
}

/**
 * How lists of leads are sorted, with the direction that is meant when none is given. `statusSince`: when the lead entered its
 * status; `waiting`: how long nobody has contacted the customer or changed the lead.
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

/** @returns the sorts of a list of leads of one status, or of all. */
export function sortsOf(status: LeadStatus | undefined): readonly LeadSort[] {
  if (status === undefined) return ['entered'];
  const detail = { potential: ['followUp'], booked: ['appointment'] } as const;
  return [
    ...(['entered', 'name', 'statusSince'] as const),
    ...(status === 'potential' || status === 'booked' ? detail[status] : []),
    ...(isOpenStatus(status) ? (['waiting'] as const) : []),
  ];
}

/** Query fields `sort` and `order`; by default the newest come first. */
export const leadOrder = {
  sort: z.enum(Object.keys(leadSorts) as [LeadSort, ...LeadSort[]]).optional(),
  order: z.enum(['asc', 'desc']).optional(),
};
export type LeadOrder = z.infer<z.ZodObject<typeof leadOrder>>;

/** For `refine`: a list has only the sorts of its status. */
export const hasItsSort = [
  ({ sort, status }: { sort?: LeadSort; status?: LeadStatus }) =>
    sort === undefined || sortsOf(status).includes(sort),
  { path: ['sort'] as PropertyKey[], error: messages.sortOfOtherStatus },
] as const;

/** When the newest follow-up of a potential lead is due: before today, today, or today and the six days after. */
export const followUpsDue = ['overdue', 'today', 'week'] as const;
export type FollowUpDue = (typeof followUpsDue)[number];

/** Query fields `advisor` (the caller, nobody, or an employee) and `followUpDue`. */
export const workFilters = {
  advisor: z.union([z.enum(['mine', 'nobody']), id]).optional(),
  followUpDue: z.enum(followUpsDue).optional(),
};
export type WorkFilters = z.infer<z.ZodObject<typeof workFilters>>;

/** What can be done with many leads at once. */
export const bulkActions = ['assign', 'moveCenter', 'followUp', 'archive', 'unarchive'] as const;
export type BulkAction = (typeof bulkActions)[number];
