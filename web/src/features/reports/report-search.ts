import { z } from 'zod';
import { dashboardDays } from '#contract/dashboard.ts';
import { reportStatuses, reportWindowNames } from '#contract/reports.ts';

const figureKeys = reportWindowNames.flatMap((window) =>
  reportStatuses.map((status) => `${window}.${status}` as const),
);

/** Figures: `<window>.<status>`. */
export type SortKey = 'name' | (typeof figureKeys)[number];

export const reportSearch = z.object({
  sort: z
    .enum(['name', ...figureKeys])
    .default('name')
    .catch('name'),
  order: z.enum(['asc', 'desc']).default('asc').catch('asc'),
});
export type ReportSearch = z.output<typeof reportSearch>;

export const dashboardSearch = reportSearch.extend({
  days: z.coerce
    .number<number>()
    .pipe(z.union(dashboardDays.map((days) => z.literal(days))))
    .default(30)
    .catch(30),
});
export type DashboardSearch = z.output<typeof dashboardSearch>;
