import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { customerListQuery } from '#web/features/customers/customers.queries.ts';
import { CustomersPage } from '#web/features/customers/customers-page.tsx';
import { LeadTabs } from '#web/features/leads/lead-tabs.tsx';

const defaults = { search: '', page: 1 } as const;

const customersSearch = z.object({
  search: z.string().trim().max(textLength.search).default(defaults.search).catch(defaults.search),
  page: z.coerce.number<number>().int().min(1).default(defaults.page).catch(defaults.page),
  /** The customer whose modal is open. */
  view: z.uuid().optional().catch(undefined),
});

export const Route = createFileRoute('/main/customers')({
  validateSearch: customersSearch,
  search: { middlewares: [stripSearchParams(defaults)] },
  loaderDeps: ({ search: { search, page } }) => ({ search, page }),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(customerListQuery(deps)),
  component: Customers,
});

function Customers() {
  return <CustomersPage search={Route.useSearch()} tabs={<LeadTabs />} />;
}
