import { createFileRoute, redirect, stripSearchParams } from '@tanstack/react-router';
import { serviceCenterListQuery } from '#web/features/service-centers/service-centers.queries.ts';
import { ServiceCentersPage } from '#web/features/service-centers/service-centers-page.tsx';
import { activeDefaults, activeFilters, activeSearch } from '#web/lib/active-search.ts';

const path = '/main/serviceCenters';

export const Route = createFileRoute('/main/serviceCenters')({
  validateSearch: activeSearch,
  search: { middlewares: [stripSearchParams(activeDefaults)] },
  // The router takes `/main/ServiceCenters` for this path as well; the guards and the menu know it as it is spelled here.
  beforeLoad({ location }) {
    if (!location.pathname.startsWith(path)) throw redirect({ to: path, search: true, replace: true });
  },
  loaderDeps: ({ search: { search, status, page } }) => ({ search, status, page }),
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(serviceCenterListQuery(activeFilters(deps))),
  component: ServiceCenters,
});

function ServiceCenters() {
  return <ServiceCentersPage search={Route.useSearch()} />;
}
