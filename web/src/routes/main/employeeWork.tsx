import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { reportContacts } from '#contract/reports.ts';
import { EmployeeReportTabs } from '#web/features/reports/employee-report-tabs.tsx';
import { ReportDownload } from '#web/features/reports/report-download.tsx';
import { employeeWorkSearch } from '#web/features/reports/report-search.ts';
import { EmployeeWorkReport } from '#web/features/reports/work-report.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { listUrlOptions } from '#web/lib/url/list-search.ts';
import { Page } from '#web/ui/frame/page.tsx';

export const Route = createFileRoute('/main/employeeWork')({
  ...listUrlOptions(employeeWorkSearch),
  loader: ({ context }) => void context.queryClient.prefetchQuery(endpointQuery(reportContacts)),
  component: EmployeeWork,
});

function EmployeeWork() {
  const t = useTranslations('reports');
  return (
    <Page title={t('employees')} tabs={<EmployeeReportTabs />} action={<ReportDownload file="contacts" />}>
      <EmployeeWorkReport search={Route.useSearch()} />
    </Page>
  );
}
