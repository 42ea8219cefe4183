import { createFileRoute } from '@tanstack/react-router';
import { customerQuery, ordersQuery } from '#web/features/customers/customers.queries.ts';
import { OrdersPage } from '#web/features/customers/orders-page.tsx';
import { listUrl, pageSearch } from '#web/lib/url/list-search.ts';

export const Route = createFileRoute('/main/customerOrders/$id')({
  ...listUrl(pageSearch),
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
