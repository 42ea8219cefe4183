import type { QueryClient } from '@tanstack/react-query';
import { getLateFigures, type LateGrouping } from '#contract/comparison.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { listAdvisors } from '#contract/leads/lead-advisors.ts';
import { listLostReasons } from '#contract/leads/lost-reasons.ts';
import { reportLeads } from '#contract/reports.ts';
import { getChosenDays } from '#web/features/reports/comparison/spans.ts';
import type { DashboardSearch } from '#web/features/reports/report-search.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { localStorageValue } from '#web/lib/browser/store.ts';
import { choicePrefix, session } from '#web/lib/session/session.ts';

/** Stores whether this person left the reports open in this browser. */
export const reportsFold = localStorageValue(() => `${choicePrefix}${session.get()?._id}:reports`);

/** Makes the query of the report of one center, or of each. */
export const leadReportQuery = (serviceCenterId: string | undefined) =>
  endpointQuery(reportLeads, { query: { serviceCenterId } });

/** Makes the query of how much is late, by center or advisor. */
export const lateFiguresQuery = (serviceCenter: string | undefined, by: LateGrouping) =>
  endpointQuery(getLateFigures, { query: { serviceCenter, by } });

/** The part of the dashboard's URL that chooses its figures. */
export type FiguresSearch = Pick<
  DashboardSearch,
  'days' | 'span' | 'from' | 'to' | 'advisor' | 'platform'
> & {
  serviceCenter?: string;
};

/** Makes the query of the figures of the days that the URL chooses. */
export function dashboardQuery(search: FiguresSearch, today: string | undefined) {
  const { days, serviceCenter, advisor, platform } = search;
  const chosen = today === undefined ? undefined : getChosenDays(search, today);
  return endpointQuery(getDashboard, { query: { days, serviceCenter, advisor, platform, ...chosen } });
}

/** Starts to fetch what the reports below the dashboard's fold show. */
export function prefetchReports(client: QueryClient, search: FiguresSearch, today: string | undefined) {
  void client.prefetchQuery(dashboardQuery(search, today));
  void client.prefetchQuery(endpointQuery(listAdvisors, { query: { serviceCenter: search.serviceCenter } }));
  void client.prefetchQuery(endpointQuery(listLostReasons));
}
