import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ReportPage } from '#web/features/reports/report.tsx';
import { centerRows } from '#web/features/reports/report-rows.ts';
import { reportSearch } from '#web/features/reports/report-search.ts';
import { serviceCenterReportsQuery } from '#web/features/reports/reports.queries.ts';
import { listUrl } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/serviceCenterReports')({
  ...listUrl(reportSearch),
  loader: ({ context }) => void context.queryClient.prefetchQuery(serviceCenterReportsQuery),
  component: ServiceCenterReports,
});

function ServiceCenterReports() {
  const query = useQuery(serviceCenterReportsQuery);
  const rows = query.data && centerRows(query.data);
  return <ReportPage of="serviceCenters" rows={rows} query={query} search={Route.useSearch()} />;
}
