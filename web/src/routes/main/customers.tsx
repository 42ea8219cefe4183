import { createFileRoute } from '@tanstack/react-router';
import { customerListQuery, customersSearch } from '#web/features/customers/customers.queries.ts';
import { CustomersPage } from '#web/features/customers/customers-page.tsx';
import { LeadTabs } from '#web/features/leads/record/lead-tabs.tsx';
import { keepPlace } from '#web/lib/url/kept-search.ts';
import { listUrl } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/customers')({
  ...listUrl(customersSearch),
  loaderDeps: ({ search }) => keepPlace(search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(customerListQuery(deps)),
  component: () => <CustomersPage search={Route.useSearch()} tabs={<LeadTabs />} />,
});
