import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { z } from 'zod';
import { customerQuery, ordersQuery } from '#web/features/customers/customers.queries.ts';
import { OrdersPage } from '#web/features/customers/orders-page.tsx';

const defaults = { page: 1 } as const;

const ordersSearch = z.object({
  page: z.coerce.number<number>().int().min(1).default(defaults.page).catch(defaults.page),
});

export const Route = createFileRoute('/main/customerOrders/$id')({
  validateSearch: ordersSearch,
  search: { middlewares: [stripSearchParams(defaults)] },
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader({ context, params: { id }, deps: { page } }) {
    void context.queryClient.prefetchQuery(customerQuery(id));
    void context.queryClient.prefetchQuery(ordersQuery(id, page));
  },
  component: CustomerOrders,
});

function CustomerOrders() {
  const { id } = Route.useParams();
  return <OrdersPage key={id} id={id} page={Route.useSearch().page} />;
}
