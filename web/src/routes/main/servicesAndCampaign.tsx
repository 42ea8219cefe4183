import { createFileRoute } from '@tanstack/react-router';
import { offeringListQuery } from '#web/features/offerings/offerings.queries.ts';
import { OfferingsPage } from '#web/features/offerings/offerings-page.tsx';
import { activeSearch } from '#web/lib/url/active-search.ts';
import { keepPlace } from '#web/lib/url/kept-search.ts';
import { listUrl, spelledAs } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/servicesAndCampaign')({
  ...listUrl(activeSearch),
  beforeLoad: spelledAs('/main/servicesAndCampaign'),
  loaderDeps: ({ search }) => keepPlace(search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(offeringListQuery(deps)),
  component: () => <OfferingsPage search={Route.useSearch()} />,
});
