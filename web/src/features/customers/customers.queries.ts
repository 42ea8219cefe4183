import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/call/endpoint.ts';
import {
  createAddress,
  decideSuggestion,
  deleteAddress,
  editAddress,
  editCustomer,
  getCustomer,
  listAddresses,
} from '#contract/customers.ts';
import { call } from '#web/lib/api/api.ts';

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'one', id],
    queryFn: ({ signal }) => call(getCustomer, { params: { id }, signal }),
  });

/** The default one first. */
export const addressesQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'addresses', id],
    queryFn: ({ signal }) => call(listAddresses, { params: { id }, signal }),
  });

function useCustomerMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey: ['customers'] }),
  });
}

export function useEditCustomer(id: string) {
  return useCustomerMutation((body: BodyInput<typeof editCustomer>) =>
    call(editCustomer, { params: { id }, body }),
  );
}

/** Refused when it changed meanwhile; the customer is then read again. */
export function useDecideSuggestion(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof decideSuggestion>) =>
      call(decideSuggestion, { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['customers'] }),
  });
}

export function useSaveAddress(id: string, addressId: string | undefined) {
  return useCustomerMutation((body: BodyInput<typeof createAddress>) =>
    addressId
      ? call(editAddress, { params: { id, addressId }, body })
      : call(createAddress, { params: { id }, body }),
  );
}

export function useDeleteAddress(id: string) {
  return useCustomerMutation((addressId: string) => call(deleteAddress, { params: { id, addressId } }));
}
