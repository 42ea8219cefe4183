import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ContactPanel } from '#web/features/reports/contact-report.tsx';
import { ReportPage } from '#web/features/reports/report.tsx';
import { employeeRows } from '#web/features/reports/report-rows.ts';
import { reportSearch } from '#web/features/reports/report-search.ts';
import { contactReportsQuery, employeeReportsQuery } from '#web/features/reports/reports.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { listUrl } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/employeeReports')({
  ...listUrl(reportSearch),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(employeeReportsQuery);
    void context.queryClient.prefetchQuery(contactReportsQuery);
  },
  component: EmployeeReports,
});

function EmployeeReports() {
  const query = useQuery(employeeReportsQuery);
  const { list } = useFormats();
  const rows = query.data && employeeRows(query.data, list);
  return (
    <ReportPage of="employees" rows={rows} query={query} search={Route.useSearch()}>
      <ContactPanel />
    </ReportPage>
  );
}
