import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { BodyInput } from '#contract/call/endpoint.ts';
import {
  createAddress,
  decideSuggestion,
  deleteAddress,
  editAddress,
  editCustomer,
  getCustomer,
  listAddresses,
  listCustomers,
  listOrders,
} from '#contract/customers.ts';
import { call } from '#web/lib/api/api.ts';
import { listSearch, recordId } from '#web/lib/url/list-search.ts';

/** The URL of the customers. */
export const customersSearch = listSearch.extend({
  suggestions: z.literal('true').optional().catch(undefined),
  /** The customer whose modal is open. */
  view: recordId,
});
export type CustomersSearch = z.output<typeof customersSearch>;

/** A page of customers; the previous rows stay while others are fetched. */
export const customerListQuery = ({ search, page, suggestions }: CustomersSearch) => {
  const query = { search, page, suggestions };
  return queryOptions({
    queryKey: ['customers', 'list', query],
    async queryFn({ signal }) {
      const { customers, totalCustomerCount, ...pages } = await call(listCustomers, { query, signal });
      return { rows: customers, total: totalCustomerCount, ...pages };
    },
    placeholderData: keepPreviousData,
  });
};

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

/**
 * A page of a customer's booked and completed leads; the previous rows stay while others of the same customer are
 * fetched.
 */
export const ordersQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ['customers', 'orders', id, page] as const,
    async queryFn({ signal }) {
      const { orders, totalOrderCount, ...pages } = await call(listOrders, {
        params: { id },
        query: { page },
        signal,
      });
      return { rows: orders, total: totalOrderCount, ...pages };
    },
    placeholderData: (previous, before) => (before?.queryKey[2] === id ? previous : undefined),
  });

function useCustomerMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey: ['customers'] }),
  });
}

/** Edits a customer's name or email. */
export function useEditCustomer(id: string) {
  return useCustomerMutation((body: BodyInput<typeof editCustomer>) =>
    call(editCustomer, { params: { id }, body }),
  );
}

/** Accepts or dismisses a suggestion; refused if it changed meanwhile, and then reads the customer again. */
export function useDecideSuggestion(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof decideSuggestion>) =>
      call(decideSuggestion, { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['customers'] }),
  });
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
