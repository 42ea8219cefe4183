import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { ServiceCenterReportsPage } from '#web/features/reports/report-pages.tsx';
import { reportDefaults, reportSearch } from '#web/features/reports/report-search.ts';
import { serviceCenterReportsQuery } from '#web/features/reports/reports.queries.ts';

export const Route = createFileRoute('/main/serviceCenterReports')({
  validateSearch: reportSearch,
  search: { middlewares: [stripSearchParams(reportDefaults)] },
  loader: ({ context }) => void context.queryClient.prefetchQuery(serviceCenterReportsQuery),
  component: ServiceCenterReports,
});

function ServiceCenterReports() {
  return <ServiceCenterReportsPage search={Route.useSearch()} />;
}
