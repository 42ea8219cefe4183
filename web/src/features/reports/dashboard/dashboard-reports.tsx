import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ComparedGroupsPanel } from '#web/features/reports/comparison/compared-groups.tsx';
import { DashboardFigures } from '#web/features/reports/figures.tsx';
import { ReportPanel, SecondaryFigures } from '#web/features/reports/panel.tsx';
import { ReportSection } from '#web/features/reports/report.tsx';
import { ReportDownload } from '#web/features/reports/report-download.tsx';
import { toCenterRows } from '#web/features/reports/report-rows.ts';
import type { DashboardSearch } from '#web/features/reports/report-search.ts';
import { useDeferredInitialData } from '#web/lib/browser/use-deferred-initial-data.ts';
import { leadReportQuery } from './dashboard.queries.ts';

export type DashboardReportsSearch = DashboardSearch & { serviceCenter?: string };

/**
 * Shows the reports below the dashboard's fold: leads by center, the comparison of centers, advisors or platforms, and the figures of the
 * chosen days.
 */
export function DashboardReports({ search }: { search: DashboardReportsSearch }) {
  const t = useTranslations('reports');
  const { serviceCenter } = search;
  const query = useQuery({ ...leadReportQuery(serviceCenter), placeholderData: keepPreviousData });
  const data = useDeferredInitialData(query.data);
  const rows = data && toCenterRows(data);
  return (
    <SecondaryFigures>
      <ReportPanel
        title={t('serviceCenters')}
        help={t('help.serviceCenters')}
        isSection
        action={<ReportDownload file="everything" />}
      >
        <ReportSection
          of="serviceCenters"
          rows={rows}
          query={query}
          search={search}
          serviceCenter={serviceCenter}
        />
      </ReportPanel>
      {(rows || query.error !== null) && (
        <>
          <ComparedGroupsPanel url={search} />
          <DashboardFigures search={search} />
        </>
      )}
    </SecondaryFigures>
  );
}
