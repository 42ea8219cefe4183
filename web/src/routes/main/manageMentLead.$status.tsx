import { createFileRoute, notFound } from '@tanstack/react-router';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { managementFilters, managementListQuery } from '#web/features/leads/management/management.queries.ts';
import { ManagementPage } from '#web/features/leads/management/management-page.tsx';
import { managementSearch, managementStatus } from '#web/features/leads/management/management-search.ts';
import { keepPlace } from '#web/lib/url/kept-search.ts';
import { listUrl } from '#web/lib/url/list-search.ts';
import { PageMissing } from '#web/ui/feedback/route-states.tsx';

export const Route = createFileRoute('/main/manageMentLead/$status')({
  ...listUrl(managementSearch),
  beforeLoad({ params }) {
    if (!managementStatus.safeParse(params.status).success) throw notFound();
  },
  loaderDeps: ({ search }) => keepPlace(search),
  loader({ context, params, deps }) {
    const filters = managementFilters(managementStatus.parse(params.status), deps);
    void context.queryClient.prefetchQuery(managementListQuery(filters));
  },
  component: ManagementLead,
  notFoundComponent: PageMissing,
});

function ManagementLead() {
  const status = managementStatus.parse(Route.useParams().status);
  return (
    <ManagementPage key={status} status={status} search={Route.useSearch()} centerSelect={<CenterSelect />} />
  );
}
