import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { EmployeeReportsPage } from '#web/features/reports/report-pages.tsx';
import { reportDefaults, reportSearch } from '#web/features/reports/report-search.ts';
import { employeeReportsQuery } from '#web/features/reports/reports.queries.ts';

export const Route = createFileRoute('/main/employeeReports')({
  validateSearch: reportSearch,
  search: { middlewares: [stripSearchParams(reportDefaults)] },
  loader: ({ context }) => void context.queryClient.prefetchQuery(employeeReportsQuery),
  component: EmployeeReports,
});

function EmployeeReports() {
  return <EmployeeReportsPage search={Route.useSearch()} />;
}
