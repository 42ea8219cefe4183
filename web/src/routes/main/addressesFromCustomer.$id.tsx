import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { AddressesPage } from '#web/features/customers/addresses-page.tsx';
import { addressesQuery, customerQuery } from '#web/features/customers/customers.queries.ts';
import { newRecord, recordId } from '#web/lib/url/list-search.ts';

const addressesSearch = z.object({
  /** The address whose modal is open. */
  edit: recordId,
  /** The modal that adds an address is open. */
  new: newRecord,
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
