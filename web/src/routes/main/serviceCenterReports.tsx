import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { reportServiceCenters } from '#contract/reports.ts';
import { ReportPage } from '#web/features/reports/report.tsx';
import { toCenterRows } from '#web/features/reports/report-rows.ts';
import { reportSearch } from '#web/features/reports/report-search.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { listUrlOptions } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/serviceCenterReports')({
  ...listUrlOptions(reportSearch),
  loader: ({ context }) => void context.queryClient.prefetchQuery(endpointQuery(reportServiceCenters)),
  component: ServiceCenterReports,
});

function ServiceCenterReports() {
  const query = useQuery(endpointQuery(reportServiceCenters));
  const rows = query.data && toCenterRows(query.data);
  return <ReportPage of="serviceCenters" rows={rows} query={query} search={Route.useSearch()} />;
}
