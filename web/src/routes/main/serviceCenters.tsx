import { createFileRoute } from '@tanstack/react-router';
import { serviceCenterListQuery } from '#web/features/service-centers/service-centers.queries.ts';
import { ServiceCentersPage } from '#web/features/service-centers/service-centers-page.tsx';
import { activeSearch } from '#web/lib/url/active-search.ts';
import { keepPlace } from '#web/lib/url/kept-search.ts';
import { listUrl, spelledAs } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/serviceCenters')({
  ...listUrl(activeSearch),
  beforeLoad: spelledAs('/main/serviceCenters'),
  loaderDeps: ({ search }) => keepPlace(search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(serviceCenterListQuery(deps)),
  component: () => <ServiceCentersPage search={Route.useSearch()} />,
});
