import { createFileRoute, redirect, stripSearchParams } from '@tanstack/react-router';
import { offeringListQuery } from '#web/features/offerings/offerings.queries.ts';
import { OfferingsPage } from '#web/features/offerings/offerings-page.tsx';
import { activeDefaults, activeFilters, activeSearch } from '#web/lib/active-search.ts';

const path = '/main/servicesAndCampaign';

export const Route = createFileRoute('/main/servicesAndCampaign')({
  validateSearch: activeSearch,
  search: { middlewares: [stripSearchParams(activeDefaults)] },
  // The router takes `/main/ServicesAndCampaign` for this path as well; the guards and the menu know it as it is spelled here.
  beforeLoad({ location }) {
    if (!location.pathname.startsWith(path)) throw redirect({ to: path, search: true, replace: true });
  },
  loaderDeps: ({ search: { search, status, page } }) => ({ search, status, page }),
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(offeringListQuery(activeFilters(deps))),
  component: ServicesAndCampaign,
});

function ServicesAndCampaign() {
  return <OfferingsPage search={Route.useSearch()} />;
}
