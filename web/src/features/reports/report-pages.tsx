import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'use-intl';
import { Page } from '#web/ui/frame/page.tsx';
import { Help } from './panel.tsx';
import { ReportDownload } from './report-download.tsx';
import { centerRows, employeeRows } from './report-rows.ts';
import type { ReportSearch } from './report-search.ts';
import { ReportState } from './report-state.tsx';
import { ReportTable } from './report-table.tsx';
import { employeeReportsQuery, serviceCenterReportsQuery } from './reports.queries.ts';
import { useReportUrl } from './use-report-url.ts';

/** The report of every service center. */
export function ServiceCenterReportsPage({ search }: { search: ReportSearch }) {
  const t = useTranslations('reports');
  const setUrl = useReportUrl();
  const { data, error, refetch } = useQuery(serviceCenterReportsQuery);
  return (
    <Page title={t('serviceCenters')} total={data?.length} action={<ReportDownload file="serviceCenters" />}>
      <Help>{t('help.serviceCenters')}</Help>
      <ReportState
        rows={data && centerRows(data)}
        error={error}
        onRetry={() => void refetch()}
        emptyWhy={t('emptyWhy.serviceCenters')}
      >
        {(rows) => (
          <ReportTable
            label={t('serviceCenters')}
            nameHeader={t('serviceCenter')}
            rows={rows}
            totalOf={{}}
            search={search}
            onSort={setUrl}
          />
        )}
      </ReportState>
    </Page>
  );
}

/** The report of every verified employee. */
export function EmployeeReportsPage({ search }: { search: ReportSearch }) {
  const t = useTranslations('reports');
  const locale = useLocale();
  const setUrl = useReportUrl();
  const { data, error, refetch } = useQuery(employeeReportsQuery);
  const list = (names: string[]) =>
    new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(names);
  return (
    <Page title={t('employees')} total={data?.length} action={<ReportDownload file="employees" />}>
      <Help>{t('help.employees')}</Help>
      <ReportState
        rows={data && employeeRows(data, list)}
        error={error}
        onRetry={() => void refetch()}
        emptyWhy={t('emptyWhy.employees')}
      >
        {(rows) => (
          <ReportTable
            label={t('employees')}
            nameHeader={t('employee')}
            rows={rows}
            totalOf={{}}
            search={search}
            onSort={setUrl}
          />
        )}
      </ReportState>
    </Page>
  );
}
