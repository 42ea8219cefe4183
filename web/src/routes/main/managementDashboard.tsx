import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { ScreenCards } from '#web/features/frame/menu/screen-cards.tsx';
import { dashboardQuery } from '#web/features/reports/dashboard/dashboard.queries.ts';
import { ManagementDashboardPage } from '#web/features/reports/dashboard/management-dashboard.tsx';
import { dashboardDefaults, dashboardSearch } from '#web/features/reports/report-search.ts';
import { leadReportQuery } from '#web/features/reports/reports.queries.ts';

export const Route = createFileRoute('/main/managementDashboard')({
  validateSearch: dashboardSearch,
  search: { middlewares: [stripSearchParams(dashboardDefaults)] },
  loaderDeps: ({ search: { days, serviceCenter } }) => ({ days, serviceCenter }),
  loader({ context, deps }) {
    void context.queryClient.prefetchQuery(leadReportQuery(deps.serviceCenter));
    void context.queryClient.prefetchQuery(dashboardQuery(deps));
  },
  component: ManagementDashboard,
});

function ManagementDashboard() {
  return (
    <ManagementDashboardPage
      search={Route.useSearch()}
      centerSelect={<CenterSelect />}
      links={<ScreenCards />}
    />
  );
}
