import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/call/endpoint.ts';
import { createOffering, editOffering, getOffering, listOfferings } from '#contract/offerings.ts';
import { call } from '#web/lib/api/api.ts';
import { type ActiveSearch, activeFilters } from '#web/lib/url/active-search.ts';

/** A page of services, campaigns and parts; the previous rows stay while others are fetched. */
export const offeringListQuery = (url: Pick<ActiveSearch, 'search' | 'status' | 'page'>) => {
  const query = activeFilters(url);
  return queryOptions({
    queryKey: ['serviceOrCampaign', 'list', query],
    async queryFn({ signal }) {
      const { services, totalPages, totalServicecount } = await call(listOfferings, { query, signal });
      return { rows: services, totalPages, total: totalServicecount };
    },
    placeholderData: keepPreviousData,
  });
};

/** One offering with its open leads. */
export const offeringQuery = (id: string) =>
  queryOptions({
    queryKey: ['serviceOrCampaign', 'one', id],
    queryFn: ({ signal }) => call(getOffering, { params: { id }, signal }),
  });

/** Adds an offering, or edits the one with the id, whose type stays. A name that another one has is refused beside it. */
export function useSaveOffering(id: string | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ type, ...body }: BodyInput<typeof createOffering>): Promise<{ _id: string }> =>
      id ? call(editOffering, { params: { id }, body }) : call(createOffering, { body: { ...body, type } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['serviceOrCampaign'] }),
  });
}
