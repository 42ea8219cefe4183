import { createFileRoute, notFound, stripSearchParams } from '@tanstack/react-router';
import { CenterSelect } from '#web/features/frame/center-select.tsx';
import { managementFilters, managementListQuery } from '#web/features/leads/management.queries.ts';
import { ManagementPage } from '#web/features/leads/management-page.tsx';
import {
  managementDefaults,
  managementSearch,
  managementStatus,
} from '#web/features/leads/management-search.ts';
import { PageMissing } from '#web/ui/route-states.tsx';

export const Route = createFileRoute('/main/manageMentLead/$status')({
  validateSearch: managementSearch,
  search: { middlewares: [stripSearchParams(managementDefaults)] },
  beforeLoad({ params }) {
    if (!managementStatus.safeParse(params.status).success) throw notFound();
  },
  loaderDeps: ({ search: { view: _, ...filters } }) => filters,
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
