import { z } from 'zod';
import { type EndpointReply, endpoint } from '#contract/call/endpoint.ts';
import { pagingParams, searchParam } from '#contract/call/paging.ts';
import { leadWriterLevels, managementLevels } from '#contract/levels.ts';
import { id } from '#contract/text/text.ts';
import { leadOrderParams, leadSortRefinement, openStatuses, workFilters } from './lead-lists.ts';
import { worklist } from './lead-queue.ts';
import { leadCounts, leadList } from './leads.ts';
import { managementLeadFilters } from './management-lead-filters.ts';

/** Days of each period, today included. */
export const periodDays = { daily: 1, weekly: 7, monthly: 30 } as const;
/** The name of a period of which a list shows the entered leads. */
export type Period = keyof typeof periodDays;

/** The headers of the downloaded CSV of leads, in order. */
export const leadCsvColumns = [
  'Employee Name',
  'Email',
  'Notes',
  'Phone',
  'Platform',
  'Appointment Date',
  'Vehicle No',
  'Service Center',
  'Address',
  'Contact',
  'Service or Campaign Name',
  'Type',
  'Name',
  'Status',
  'Entry Date',
  'Entered At',
  'Appointment Time',
  'Next Follow-up Dates',
  'Follow-up Count',
  'Lost Reason',
  'Job ID',
  'Advisor',
] as const;

/** Lists the active leads of all centers for management, by any of {@link managementLeadFilters}. */
export const listManagementLeads = endpoint({
  method: 'GET',
  path: '/management/manageLeads',
  summary: 'Active leads, newest first unless sorted; `search` counts only when longer than 1 character',
  tag: 'Leads',
  reads: 'leads',
  who: managementLevels,
  query: z
    .object({ ...pagingParams, ...managementLeadFilters, ...leadOrderParams })
    .refine(...leadSortRefinement),
  reply: leadList,
});

/** Counts the active leads of each service center in each status. */
export const countLeadsByCenter = endpoint({
  method: 'GET',
  path: '/management/manageLeads/getLeadsCountByCenter',
  summary: 'How many active leads of each service center, by its name, are in each status',
  tag: 'Leads',
  reads: 'leads',
  who: managementLevels,
  reply: z.array(leadCounts.extend({ serviceCenterId: id, serviceCenterName: z.string() })),
});
/** The leads of one center, counted by status. */
export type CenterLeadCounts = EndpointReply<typeof countLeadsByCenter>[number];

export const downloadLeadsCsv = endpoint({
  method: 'GET',
  path: '/management/manageLeads/csv',
  summary: 'Every matching active lead as CSV, streamed; the file is named after the status of its first row',
  tag: 'Leads',
  who: ['superAdmin'],
  query: z.object(managementLeadFilters),
  streams: 'text/csv; charset=utf-8',
});

/** Filters of the list of neglected leads; `advisor`: the caller, nobody or an employee. */
export const neglectedFilters = {
  status: z.enum(openStatuses),
  serviceCenter: id.optional(),
  advisor: workFilters.advisor,
  search: searchParam,
};
export type NeglectedFilters = z.infer<z.ZodObject<typeof neglectedFilters>>;

const neglectedCount = z.object({ count: z.int(), isCapped: z.boolean() });

/** A page of neglected leads. `counts` keep the other filters; `isCapped`: there are more than were counted. */
export const neglectedList = leadList.extend({
  counts: z.object({ pending: neglectedCount, potential: neglectedCount, booked: neglectedCount }),
});
export type NeglectedList = z.infer<typeof neglectedList>;

/** Lists a page of the neglected leads of a status, those that wait longest first. */
export const listNeglected = endpoint({
  method: 'GET',
  path: '/management/neglected',
  summary:
    'Open leads without a contact or a change of status for longer than the dealer allows for their status, longest first unless sorted; none whose follow-up or appointment is still to come',
  tag: 'Leads',
  reads: 'leads',
  who: managementLevels,
  query: z.object({ ...pagingParams, ...neglectedFilters, ...leadOrderParams }).refine(...leadSortRefinement),
  reply: neglectedList,
});

/** The groups by which neglected leads are counted. */
export const neglectedGroupings = ['serviceCenter', 'advisor'] as const;
export type NeglectedGrouping = (typeof neglectedGroupings)[number];

const neglectedGroup = z.object({
  _id: id.nullable(),
  name: z.string().nullable(),
  ...neglectedCount.shape,
});
/** The number of neglected leads of one center or advisor. `_id` is that of the center or advisor; null for leads that nobody has. */
export type NeglectedGroup = z.infer<typeof neglectedGroup>;

/** Counts the neglected leads of each service center or advisor, most first. */
export const groupNeglected = endpoint({
  method: 'GET',
  path: '/management/neglected/groups',
  summary:
    'How many of the neglected leads each service center or advisor has, most first; a search is counted as far as its limit',
  tag: 'Leads',
  reads: 'leads',
  who: managementLevels,
  query: z.object({ ...neglectedFilters, by: z.enum(neglectedGroupings) }),
  reply: z.array(neglectedGroup),
});

export const downloadNeglectedCsv = endpoint({
  method: 'GET',
  path: '/management/neglected/csv',
  summary: 'The neglected leads as `neglected_data.csv`, streamed, in the columns of the lead CSV',
  tag: 'Leads',
  who: ['superAdmin'],
  query: z.object(neglectedFilters),
  streams: 'text/csv; charset=utf-8',
});

/** Lists the ids of the neglected leads to work through, longest first, up to {@link worklistLimit}. */
export const getNeglectedWorklist = endpoint({
  method: 'GET',
  path: '/management/neglected/worklist',
  summary: 'The neglected leads to work through, longest first; `isCapped`: there are more',
  tag: 'Leads',
  reads: 'leads',
  who: managementLevels,
  query: z.object(neglectedFilters),
  reply: worklist,
});

/** Lists the active leads that were entered today, or within the last 7 or 30 days. */
export const listLeadsByPeriod = endpoint({
  method: 'GET',
  path: '/serviceCenter/manageLeads/byPeriod',
  summary: 'Active leads entered today, or within the last 7 or 30 days',
  tag: 'Leads',
  reads: 'leads',
  who: leadWriterLevels,
  query: z.object({
    ...pagingParams,
    period: z.enum(['daily', 'weekly', 'monthly']),
    search: searchParam,
    serviceCenter: id.optional(),
  }),
  reply: leadList,
});
