import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/call/endpoint.ts';
import { createOffering, editOffering, getOffering } from '#contract/offerings.ts';
import { call } from '#web/lib/api/api.ts';

export const offeringQuery = (id: string) =>
  queryOptions({
    queryKey: ['serviceOrCampaign', 'one', id],
    queryFn: ({ signal }) => call(getOffering, { params: { id }, signal }),
  });

/** A taken name is refused beside its field. */
export function useSaveOffering(id: string | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ type, ...body }: BodyInput<typeof createOffering>): Promise<{ _id: string }> =>
      id ? call(editOffering, { params: { id }, body }) : call(createOffering, { body: { ...body, type } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['serviceOrCampaign'] }),
  });
}
