import { z } from 'zod';
import { comparisonGroupings, lateGroupings } from '#contract/comparison.ts';
import { dashboardDayRanges } from '#contract/dashboard.ts';
import { type ManagementLeadFilters, platformOrNone } from '#contract/leads/management-lead-filters.ts';
import { reportStatuses, reportWindowNames } from '#contract/reports.ts';
import { comparisonSpanSearch } from './comparison/spans.ts';

const figureKeys = reportWindowNames.flatMap((window) =>
  reportStatuses.map((status) => `${window}.${status}` as const),
);

/** The column that sorts a report. */
export type ReportSortKey = 'name' | (typeof figureKeys)[number];

/** The URL of a report: the column that sorts it, and the direction. */
export const reportSearch = z.object({
  sort: z
    .enum(['name', ...figureKeys])
    .default('name')
    .catch('name'),
  order: z.enum(['asc', 'desc']).default('asc').catch('asc'),
});
export type ReportSearch = z.output<typeof reportSearch>;

/** The URL of the dashboard, with sort and order of its report. */
export const dashboardSearch = reportSearch.extend({
  days: z.coerce
    .number<number>()
    .pipe(z.union(dashboardDayRanges.map((days) => z.literal(days))))
    .default(30)
    .catch(30),
  ...comparisonSpanSearch,
  lateBy: z.enum(lateGroupings).default('serviceCenter').catch('serviceCenter'),
  by: z.enum(comparisonGroupings).default('serviceCenter').catch('serviceCenter'),
  advisor: z
    .union([z.literal('nobody'), z.uuid()])
    .optional()
    .catch(undefined),
  platform: platformOrNone.optional().catch(undefined),
});
export type DashboardSearch = z.output<typeof dashboardSearch>;

/** The columns of the report of employees' work, in order. */
export const employeeWorkColumns = [
  ...(['open', 'tries', 'reached', 'shareReached', 'inTarget', 'kept', 'missed'] as const),
  ...(['booked', 'completed', 'lost', 'recorded'] as const),
];

/** The URL of the report of employees' work: its window, sort and direction. */
export const employeeWorkSearch = z.object({
  window: z.enum(reportWindowNames).default('sevenDays').catch('sevenDays'),
  sort: z
    .enum(['name', ...employeeWorkColumns])
    .default('name')
    .catch('name'),
  order: z.enum(['asc', 'desc']).default('asc').catch('asc'),
});
export type EmployeeWorkSearch = z.output<typeof employeeWorkSearch>;

/** Gives each column its first order: names sort from A on, numbers from the highest down. */
export function toDefaultOrders<Key extends string>(figures: readonly Key[]) {
  return Object.fromEntries([['name', 'asc'], ...figures.map((key) => [key, 'desc'])]) as Record<
    'name' | Key,
    'asc' | 'desc'
  >;
}

/** Links to management's list of exactly the leads that a query counts. */
export function linkToLeads({ status, ...narrowing }: ManagementLeadFilters) {
  return {
    to: '/main/manageMentLead/$status',
    params: { status: status ?? 'all' },
    // Named even when undefined, so that the screen's center does not narrow the list.
    search: { ...narrowing, serviceCenter: narrowing.serviceCenter },
  } as const;
}
