import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { reportContacts } from '#contract/reports.ts';
import { EmployeeReportTabs } from '#web/features/reports/employee-report-tabs.tsx';
import { ReportDownload } from '#web/features/reports/report-download.tsx';
import { workSearch } from '#web/features/reports/report-search.ts';
import { WorkReport } from '#web/features/reports/work-report.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { listUrl } from '#web/lib/url/list-search.ts';
import { Page } from '#web/ui/frame/page.tsx';

export const Route = createFileRoute('/main/employeeWork')({
  ...listUrl(workSearch),
  loader: ({ context }) => void context.queryClient.prefetchQuery(endpointQuery(reportContacts)),
  component: EmployeeWork,
});

function EmployeeWork() {
  const t = useTranslations('reports');
  return (
    <Page title={t('employees')} tabs={<EmployeeReportTabs />} action={<ReportDownload file="contacts" />}>
      <WorkReport search={Route.useSearch()} />
    </Page>
  );
}
