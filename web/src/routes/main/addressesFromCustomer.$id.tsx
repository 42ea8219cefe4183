import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { AddressesPage } from '#web/features/customers/addresses-page.tsx';
import { addressesQuery, customerQuery } from '#web/features/customers/customers.queries.ts';

const addressesSearch = z.object({
  /** The address whose modal is open. */
  edit: z.uuid().optional().catch(undefined),
  /** The modal that adds an address is open. */
  new: z.literal('record').optional().catch(undefined),
});

export const Route = createFileRoute('/main/addressesFromCustomer/$id')({
  validateSearch: addressesSearch,
  loader({ context, params: { id } }) {
    void context.queryClient.prefetchQuery(customerQuery(id));
    void context.queryClient.prefetchQuery(addressesQuery(id));
  },
  component: AddressesFromCustomer,
});

function AddressesFromCustomer() {
  const { id } = Route.useParams();
  const { edit, new: adding } = Route.useSearch();
  return <AddressesPage key={id} id={id} edit={edit} isAdding={adding !== undefined} />;
}
