import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { getReportLeadFilter, type ReportStatus } from '#contract/reports.ts';
import { dateInTimeZone } from '#contract/text/dates.ts';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { ScreenCards } from '#web/features/frame/menu/screen-cards.tsx';
import { comparisonQuery } from '#web/features/reports/comparison/comparison.queries.ts';
import { WorkComparisonPanel } from '#web/features/reports/comparison/comparison.tsx';
import { BookingsLine } from '#web/features/reports/dashboard/bookings-line.tsx';
import {
  lateFiguresQuery,
  leadReportQuery,
  prefetchReports,
  reportsFold,
} from '#web/features/reports/dashboard/dashboard.queries.ts';
import { ReportsFold } from '#web/features/reports/dashboard/reports-fold.tsx';
import { LateFiguresTable } from '#web/features/reports/late/late-figures-table.tsx';
import { LabelledLine } from '#web/features/reports/panel.tsx';
import { getTotalRow, toCenterRows } from '#web/features/reports/report-rows.ts';
import { type DashboardSearch, dashboardSearch, linkToLeads } from '#web/features/reports/report-search.ts';
import { firstStepsQuery } from '#web/features/setup/first-steps.queries.ts';
import { FirstSteps, useHasReports } from '#web/features/setup/first-steps.tsx';
import { useDeferredInitialData } from '#web/lib/browser/use-deferred-initial-data.ts';
import { dealerQuery, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import { listUrlOptions } from '#web/lib/url/list-search.ts';
import { omitRecordParams } from '#web/lib/url/preserved-search.ts';
import { dialogParam } from '#web/lib/url/use-dialogs.ts';
import { MetricCard, MetricRow } from '#web/ui/feedback/metric-card.tsx';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { Page } from '#web/ui/frame/page.tsx';

type Search = Omit<DashboardSearch, 'sort' | 'order'> & { serviceCenter?: string };

export const Route = createFileRoute('/main/managementDashboard')({
  ...listUrlOptions(dashboardSearch),
  loaderDeps: ({ search: { sort: _sort, order: _order, ...search } }) => omitRecordParams(search) as Search,
  loader({ context: { queryClient }, deps }) {
    const dealer = queryClient.getQueryData(dealerQuery.queryKey);
    const today = dealer && dateInTimeZone(dealer.timeZone, serverClock.now());
    void queryClient.prefetchQuery(firstStepsQuery);
    void queryClient.prefetchQuery(lateFiguresQuery(deps.serviceCenter, deps.lateBy));
    void queryClient.prefetchQuery(comparisonQuery(deps, today));
    void queryClient.prefetchQuery(leadReportQuery(deps.serviceCenter));
    if (reportsFold.get() === 'open') prefetchReports(queryClient, deps, today);
  },
  component: ManagementDashboard,
});

const carded = ['pending', 'completed', 'booked'] as const satisfies readonly ReportStatus[];

function ManagementDashboard() {
  const search = Route.useSearch();
  const dashboard = useTranslations('dashboard');
  const { serviceCenter, lateBy } = search;
  const today = useToday();
  const hasReports = useHasReports();
  // How high they are follows from what they hold: what is below comes after them, and never moves.
  const late = useQuery({ ...lateFiguresQuery(serviceCenter, lateBy), placeholderData: keepPreviousData });
  const comparison = useQuery(comparisonQuery(search, today));
  const isBelow = useDeferredInitialData(late.isPending || comparison.isPending ? undefined : true);
  // In the line of the title, where it takes no height from what is below.
  const head = (
    <>
      {hasReports && <BookingsLine url={search} />}
      {hasReports === false ? <AddFirstLead /> : <CenterSelect />}
    </>
  );
  return (
    <Page title={dashboard('managementTitle')} action={head}>
      <FirstSteps />
      {hasReports && <LateFiguresTable serviceCenter={serviceCenter} by={lateBy} />}
      {isBelow && hasReports !== undefined && (
        <>
          {hasReports && <WorkComparisonPanel url={search} />}
          <StatusMetrics serviceCenter={serviceCenter} />
          <ScreenCards />
          <ReportsFold search={search} />
        </>
      )}
    </Page>
  );
}

/** Stands where the service center is chosen later: without leads there is nothing to choose from. */
function AddFirstLead() {
  const t = useTranslations('leads');
  return (
    <LinkButton to="/main/leads" search={{ dialog: dialogParam('lead.new') }}>
      {t('addLead')}
    </LinkButton>
  );
}

function StatusMetrics({ serviceCenter }: { serviceCenter: string | undefined }) {
  const t = useTranslations('reports');
  const leads = useTranslations('leads');
  const format = useFormatter();
  const { data } = useQuery({ ...leadReportQuery(serviceCenter), placeholderData: keepPreviousData });
  const rows = data && toCenterRows(data);
  const period = rows && getTotalRow(rows, t('total'), { serviceCenter })?.periods.fifteenDays;
  return (
    <LabelledLine label={t('lastFifteenDays')}>
      <MetricRow label={t('cards')} look="line">
        {carded.map((status) => (
          <MetricCard
            key={status}
            label={<StatusDot status={status}>{leads(`statuses.${status}`)}</StatusDot>}
            value={rows && format.number(period?.[status] ?? 0)}
            link={linkToLeads(
              period ? getReportLeadFilter(period, status, { serviceCenter }) : { status, serviceCenter },
            )}
          />
        ))}
      </MetricRow>
    </LabelledLine>
  );
}
