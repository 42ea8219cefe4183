import { createFileRoute, notFound } from '@tanstack/react-router';
import { leadStatus } from '#contract/leads/leads.ts';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { statusFilters, statusSearch } from '#web/features/leads/lists/lead-search.ts';
import { StatusPage } from '#web/features/leads/lists/status-page.tsx';
import { statusListQuery } from '#web/features/leads/record/leads.queries.ts';
import { keepPlace } from '#web/lib/url/kept-search.ts';
import { listUrl } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/leadsByStatus/$status')({
  ...listUrl(statusSearch),
  beforeLoad({ params }) {
    const status = leadStatus.safeParse(params.status);
    if (!status.success) throw notFound();
    return { status: status.data };
  },
  loaderDeps: ({ search }) => keepPlace(search),
  loader: ({ context: { queryClient, status }, deps }) =>
    void queryClient.prefetchQuery(statusListQuery(statusFilters(status, deps))),
  component: LeadsByStatus,
});

function LeadsByStatus() {
  const { status } = Route.useRouteContext();
  return <StatusPage status={status} search={Route.useSearch()} centerSelect={<CenterSelect />} />;
}
