import { createFileRoute } from '@tanstack/react-router';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { leadsSearch } from '#web/features/leads/lists/lead-search.ts';
import { LeadsPage } from '#web/features/leads/lists/leads-page.tsx';
import { leadCountsQuery, leadListQuery } from '#web/features/leads/record/leads.queries.ts';
import { keepPlace } from '#web/lib/url/kept-search.ts';
import { listUrl } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/leads')({
  ...listUrl(leadsSearch),
  loaderDeps: ({ search }) => keepPlace(search),
  loader({ context: { queryClient }, deps }) {
    void queryClient.prefetchQuery(leadListQuery(deps));
    void queryClient.prefetchQuery(leadCountsQuery(deps.serviceCenter));
  },
  component: () => <LeadsPage search={Route.useSearch()} centerSelect={<CenterSelect />} />,
});
