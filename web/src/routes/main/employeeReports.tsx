import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { reportEmployees } from '#contract/reports.ts';
import { EmployeeReportTabs } from '#web/features/reports/employee-report-tabs.tsx';
import { ReportPage } from '#web/features/reports/report.tsx';
import { toEmployeeRows } from '#web/features/reports/report-rows.ts';
import { reportSearch } from '#web/features/reports/report-search.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { listUrlOptions } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/employeeReports')({
  ...listUrlOptions(reportSearch),
  loader: ({ context }) => void context.queryClient.prefetchQuery(endpointQuery(reportEmployees)),
  component: EmployeeReports,
});

function EmployeeReports() {
  const query = useQuery(endpointQuery(reportEmployees));
  const { list } = useFormats();
  const rows = query.data && toEmployeeRows(query.data, list);
  return (
    <ReportPage
      of="employees"
      rows={rows}
      query={query}
      search={Route.useSearch()}
      tabs={<EmployeeReportTabs />}
    />
  );
}
