import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/call/endpoint.ts';
import { createServiceCenter, editServiceCenter, getServiceCenter } from '#contract/service-centers.ts';
import { call } from '#web/lib/api/api.ts';

export const serviceCenterQuery = (id: string) =>
  queryOptions({
    queryKey: ['serviceCenters', 'one', id],
    queryFn: ({ signal }) => call(getServiceCenter, { params: { id }, signal }),
  });

/** A taken name is refused beside its field. */
export function useSaveServiceCenter(id: string | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: BodyInput<typeof createServiceCenter>): Promise<{ _id: string }> =>
      id ? call(editServiceCenter, { params: { id }, body }) : call(createServiceCenter, { body }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['serviceCenters'] }),
  });
}
