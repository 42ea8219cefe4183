import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { leadsOfReport, type ReportStatus } from '#contract/reports.ts';
import { Figures } from '#web/features/reports/figures.tsx';
import { leadsLink } from '#web/features/reports/leads-link.ts';
import { Help, Panel } from '#web/features/reports/panel.tsx';
import { ReportDownload } from '#web/features/reports/report-download.tsx';
import { centerRows, totalsOf } from '#web/features/reports/report-rows.ts';
import type { DashboardSearch } from '#web/features/reports/report-search.ts';
import { ReportState } from '#web/features/reports/report-state.tsx';
import { ReportTable } from '#web/features/reports/report-table.tsx';
import { leadReportQuery } from '#web/features/reports/reports.queries.ts';
import { useReportUrl } from '#web/features/reports/use-report-url.ts';
import { MetricCard, MetricRow } from '#web/ui/feedback/metric-card.tsx';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import { Page } from '#web/ui/frame/page.tsx';

/** The statuses of the cards, in the specification's order. */
const carded = ['pending', 'completed', 'booked'] as const satisfies readonly ReportStatus[];

type ManagementDashboardPageProps = {
  search: DashboardSearch & { serviceCenter?: string };
  /** Narrows everything to a center. */
  centerSelect: ReactNode;
  /** Cards that lead to other screens. */
  links: ReactNode;
};

/** Management's home: the last fifteen days, the report of the centers, and what became of the leads of the last days. */
export function ManagementDashboardPage({ search, centerSelect, links }: ManagementDashboardPageProps) {
  const t = useTranslations('reports');
  const dashboard = useTranslations('dashboard');
  const leads = useTranslations('leads');
  const format = useFormatter();
  const setUrl = useReportUrl();
  const { serviceCenter, days } = search;
  const { data, error, refetch } = useQuery(leadReportQuery(serviceCenter));
  const rows = data && centerRows(data);
  const totals = rows && totalsOf(rows).fifteenDays;
  const period = rows?.[0]?.periods.fifteenDays;
  return (
    <Page title={dashboard('managementTitle')} action={centerSelect}>
      <MetricRow label={t('cards')}>
        {carded.map((status) => (
          <MetricCard
            key={status}
            label={<StatusDot status={status}>{leads(`statuses.${status}`)}</StatusDot>}
            value={totals && format.number(totals[status])}
            link={leadsLink(
              period ? leadsOfReport(period, status, { serviceCenter }) : { status, serviceCenter },
            )}
          />
        ))}
      </MetricRow>
      <Help>{t('help.cards')}</Help>
      {links}
      <Panel
        title={t('serviceCenters')}
        help={t('help.serviceCenters')}
        isSection
        action={<ReportDownload file="everything" />}
      >
        <ReportState
          rows={rows}
          error={error}
          onRetry={() => void refetch()}
          emptyWhy={t('emptyWhy.serviceCenters')}
        >
          {(rows) => (
            <ReportTable
              label={t('serviceCenters')}
              nameHeader={t('serviceCenter')}
              rows={rows}
              totalOf={{ serviceCenter }}
              search={search}
              onSort={setUrl}
            />
          )}
        </ReportState>
      </Panel>
      <Figures days={days} serviceCenter={serviceCenter} />
    </Page>
  );
}
