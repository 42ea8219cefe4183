import { z } from 'zod';
import { dashboardDays } from '#contract/dashboard.ts';
import { reportStatuses, reportWindowNames } from '#contract/reports.ts';

const figureKeys = reportWindowNames.flatMap((window) =>
  reportStatuses.map((status) => `${window}.${status}` as const),
);

/** A column that a report can be sorted by: `name`, or a figure as `<window>.<status>`. */
export type SortKey = 'name' | (typeof figureKeys)[number];

/** What the URL of a report says when it says nothing. */
export const reportDefaults = { sort: 'name', order: 'asc' } as const;

/** The URL of a report. */
export const reportSearch = z.object({
  sort: z
    .enum(['name', ...figureKeys])
    .default(reportDefaults.sort)
    .catch(reportDefaults.sort),
  order: z.enum(['asc', 'desc']).default(reportDefaults.order).catch(reportDefaults.order),
});
export type ReportSearch = z.output<typeof reportSearch>;

/** What the URL of the management dashboard says when it says nothing. */
export const dashboardDefaults = { ...reportDefaults, days: 30 } as const;

/** The URL of the management dashboard: how far back it looks, and how its report is sorted. */
export const dashboardSearch = reportSearch.extend({
  days: z.coerce
    .number<number>()
    .pipe(z.union(dashboardDays.map((days) => z.literal(days))))
    .default(dashboardDefaults.days)
    .catch(dashboardDefaults.days),
});
export type DashboardSearch = z.output<typeof dashboardSearch>;
