import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createAddress,
  deleteAddress,
  editAddress,
  editCustomer,
  getCustomer,
  listAddresses,
  listCustomers,
  listOrders,
} from '#contract/customers.ts';
import type { BodyInput, QueryInput } from '#contract/endpoint.ts';
import { call } from '#web/lib/api.ts';

/** A page of customers; the previous rows stay while others are fetched. */
export const customerListQuery = (query: QueryInput<typeof listCustomers>) =>
  queryOptions({
    queryKey: ['customers', 'list', query],
    queryFn: ({ signal }) => call(listCustomers, { query, signal }),
    placeholderData: keepPreviousData,
  });

/** One customer. */
export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'one', id],
    queryFn: ({ signal }) => call(getCustomer, { params: { id }, signal }),
  });

/** A customer's addresses, the default first. */
export const addressesQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'addresses', id],
    queryFn: ({ signal }) => call(listAddresses, { params: { id }, signal }),
  });

/** A page of a customer's booked and completed leads; the previous rows stay while others of his are fetched. */
export const ordersQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ['customers', 'orders', id, page] as const,
    queryFn: ({ signal }) => call(listOrders, { params: { id }, query: { page }, signal }),
    placeholderData: (previous, before) => (before?.queryKey[2] === id ? previous : undefined),
  });

function useCustomerMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey: ['customers'] }),
  });
}

/** Edits a customer by hand, or lets name and e-mail follow his newest lead again. */
export function useEditCustomer(id: string) {
  return useCustomerMutation((body: BodyInput<typeof editCustomer>) =>
    call(editCustomer, { params: { id }, body }),
  );
}

/** Adds an address to a customer, or edits the one with the id. */
export function useSaveAddress(id: string, addressId: string | undefined) {
  return useCustomerMutation((body: BodyInput<typeof createAddress>) =>
    addressId
      ? call(editAddress, { params: { id, addressId }, body })
      : call(createAddress, { params: { id }, body }),
  );
}

/** Deletes an address of a customer. */
export function useDeleteAddress(id: string) {
  return useCustomerMutation((addressId: string) => call(deleteAddress, { params: { id, addressId } }));
}
