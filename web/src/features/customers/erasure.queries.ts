import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { eraseCustomer, previewErasure } from '#contract/privacy/erasure.ts';
import { call } from '#web/lib/api/api.ts';

export const erasureQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'erasure', id],
    queryFn: ({ signal }) => call(previewErasure, { params: { id }, signal }),
    staleTime: 0,
  });

/** Refused while leads are open; they are then read again. */
export function useEraseCustomer(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (phone: string) => call(eraseCustomer, { params: { id }, body: { phone } }),
    async onSuccess() {
      client.removeQueries({ queryKey: ['customers', 'one', id] });
      await Promise.all(
        ['leads', 'panel', 'reports'].map((root) => client.invalidateQueries({ queryKey: [root] })),
      );
      await client.invalidateQueries({ queryKey: ['customers', 'list'] });
    },
    onError: () => client.invalidateQueries({ queryKey: ['customers'] }),
  });
}
