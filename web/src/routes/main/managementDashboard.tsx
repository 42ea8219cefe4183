import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { getLateFigures, getWorkComparison } from '#contract/comparison.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { listAdvisors } from '#contract/leads/lead-advisors.ts';
import { listLostReasons } from '#contract/leads/lost-reasons.ts';
import { getReportLeadFilter, type ReportStatus, reportLeads } from '#contract/reports.ts';
import { dateInTimeZone } from '#contract/text/dates.ts';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { ScreenCards } from '#web/features/frame/menu/screen-cards.tsx';
import { WorkComparisonPanel } from '#web/features/reports/comparison/comparison.tsx';
import { getChosenDays, getComparedDays } from '#web/features/reports/comparison/spans.ts';
import { DashboardFigures } from '#web/features/reports/figures.tsx';
import { LateLeadsTable } from '#web/features/reports/late/late-leads-table.tsx';
import { HelpText, ReportPanel, SecondaryFigures } from '#web/features/reports/panel.tsx';
import { Report } from '#web/features/reports/report.tsx';
import { ReportDownload } from '#web/features/reports/report-download.tsx';
import { getTotalRow, toCenterRows } from '#web/features/reports/report-rows.ts';
import { type DashboardSearch, dashboardSearch, linkToLeads } from '#web/features/reports/report-search.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useDeferredInitialData } from '#web/lib/browser/use-deferred-initial-data.ts';
import { dealerQuery, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import { listUrlOptions } from '#web/lib/url/list-search.ts';
import { omitRecordParams } from '#web/lib/url/preserved-search.ts';
import { MetricCard, MetricRow } from '#web/ui/feedback/metric-card.tsx';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { Page } from '#web/ui/frame/page.tsx';

const leadReportQuery = (serviceCenterId: string | undefined) =>
  endpointQuery(reportLeads, { query: { serviceCenterId } });

type Search = Omit<DashboardSearch, 'sort' | 'order'> & { serviceCenter?: string };

const lateQuery = ({ serviceCenter, lateBy }: Search) =>
  endpointQuery(getLateFigures, { query: { serviceCenter, by: lateBy } });

function comparisonQuery(
  { serviceCenter, advisor, platform, by, ...url }: Search,
  today: string | undefined,
) {
  const query = { ...getComparedDays(url, today), serviceCenter, advisor, platform, by };
  return endpointQuery(getWorkComparison, { query });
}

export const Route = createFileRoute('/main/managementDashboard')({
  ...listUrlOptions(dashboardSearch),
  loaderDeps: ({ search: { sort: _sort, order: _order, ...search } }) => omitRecordParams(search) as Search,
  loader({ context, deps }) {
    const { days, serviceCenter, advisor, platform } = deps;
    const dealer = context.queryClient.getQueryData(dealerQuery.queryKey);
    const today = dealer && dateInTimeZone(dealer.timeZone, serverClock.now());
    void context.queryClient.prefetchQuery(lateQuery(deps));
    void context.queryClient.prefetchQuery(comparisonQuery(deps, today));
    void context.queryClient.prefetchQuery(endpointQuery(listAdvisors, { query: { serviceCenter } }));
    void context.queryClient.prefetchQuery(leadReportQuery(serviceCenter));
    void context.queryClient.prefetchQuery(
      endpointQuery(getDashboard, { query: { days, serviceCenter, advisor, platform } }),
    );
    void context.queryClient.prefetchQuery(endpointQuery(listLostReasons));
  },
  component: ManagementDashboard,
});

const carded = ['pending', 'completed', 'booked'] as const satisfies readonly ReportStatus[];

function ManagementDashboard() {
  const search = Route.useSearch();
  const t = useTranslations('reports');
  const dashboard = useTranslations('dashboard');
  const leads = useTranslations('leads');
  const format = useFormatter();
  const { serviceCenter, days, advisor, platform } = search;
  const today = useToday();
  const report = useQuery({ ...leadReportQuery(serviceCenter), placeholderData: keepPreviousData });
  // How high they are follows from what they hold: what is below comes after them, and never moves.
  const late = useQuery({ ...lateQuery(search), placeholderData: keepPreviousData });
  const comparison = useQuery({
    ...comparisonQuery(search, today),
    placeholderData: keepPreviousData,
  });
  const isBelow = useDeferredInitialData(late.isPending || comparison.isPending ? undefined : true);
  const data = useDeferredInitialData(report.data);
  const rows = data && toCenterRows(data);
  const period = rows && getTotalRow(rows, t('total'), { serviceCenter })?.periods.fifteenDays;
  return (
    <Page title={dashboard('managementTitle')} action={<CenterSelect />}>
      <LateLeadsTable serviceCenter={serviceCenter} by={search.lateBy} />
      {isBelow && (
        <>
          <WorkComparisonPanel url={search} />
          <SecondaryFigures>
            <MetricRow label={t('cards')}>
              {carded.map((status) => (
                <MetricCard
                  key={status}
                  label={<StatusDot status={status}>{leads(`statuses.${status}`)}</StatusDot>}
                  value={rows && format.number(period?.[status] ?? 0)}
                  link={linkToLeads(
                    period
                      ? getReportLeadFilter(period, status, { serviceCenter })
                      : { status, serviceCenter },
                  )}
                />
              ))}
            </MetricRow>
            <HelpText>{t('help.cards')}</HelpText>
            <ScreenCards />
            <ReportPanel
              title={t('serviceCenters')}
              help={t('help.serviceCenters')}
              isSection
              action={<ReportDownload file="everything" />}
            >
              <Report
                of="serviceCenters"
                rows={rows}
                query={report}
                search={search}
                serviceCenter={serviceCenter}
              />
            </ReportPanel>
            {(rows || report.error !== null) && (
              <DashboardFigures
                days={days}
                chosen={getChosenDays(search, today)}
                of={{ serviceCenter, advisor, platform }}
              />
            )}
          </SecondaryFigures>
        </>
      )}
    </Page>
  );
}
