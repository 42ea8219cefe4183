import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput, QueryInput } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { undoLeadChange } from '#contract/leads/lead-history.ts';
import { countLeadsByCenter, listLeadsByPeriod } from '#contract/leads/lead-oversight.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import {
  archiveLead,
  correctLead,
  countLeadsByStatus,
  createLead,
  editLead,
  getLead,
  type Lead,
  type LeadCounts,
  type LeadList,
  moveLead,
} from '#contract/leads/leads.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import type { ListPage } from '#web/lib/api/endpoint-query.ts';
import { queryClient } from '#web/lib/api/query-client.ts';

/** Such queries have keys below `['leads', 'list']`. */
export function leadPage({ leads, totalLeadsCount, ...pages }: LeadList): ListPage<Lead> {
  return { rows: leads, total: totalLeadsCount, ...pages };
}

export const periodListQuery = (query: QueryInput<typeof listLeadsByPeriod>) =>
  queryOptions({
    queryKey: ['leads', 'list', 'byPeriod', query] as const,
    queryFn: async ({ signal }) => leadPage(await call(listLeadsByPeriod, { query, signal })),
    placeholderData: (previous, before) =>
      before?.queryKey[3].period === query.period ? previous : undefined,
  });

/** Starts with what a list on screen knows, and is fetched all the same. */
export const leadQuery = (id: string) =>
  queryOptions({
    queryKey: ['leads', 'one', id],
    queryFn: ({ signal }) => call(getLead, { params: { id }, signal }),
    initialData: () => leadInLists(id),
    initialDataUpdatedAt: 0,
  });

export const leadCountsQuery = (serviceCenter: string | undefined) =>
  queryOptions({
    queryKey: ['leads', 'counts', serviceCenter ?? 'all'],
    queryFn: ({ signal }) => call(countLeadsByStatus, { query: { serviceCenter }, signal }),
    placeholderData: keepPreviousData,
  });

export const centerCountsQuery = queryOptions({
  queryKey: ['leads', 'counts', 'byCenter'],
  queryFn: ({ signal }) => call(countLeadsByCenter, { signal }),
});

export function byStatus(counts: LeadCounts): Record<LeadStatus, number> {
  return {
    pending: counts.pendingLeads,
    potential: counts.potentialLeads,
    booked: counts.bookedLeads,
    completed: counts.completedLeads,
    lostCustomer: counts.lostCustomerLeads,
  };
}

function leadInLists(id: string): Lead | undefined {
  const lists = queryClient.getQueriesData<ListPage<Lead>>({ queryKey: ['leads', 'list'] });
  return lists.flatMap(([, list]) => list?.rows ?? []).find(({ _id }) => _id === id);
}

/** @param missing what an answer without a lead means (specification, section 8). */
function useLeadMutation<Input>(
  write: (input: Input) => Promise<Lead | undefined>,
  missing: string = messages.leadNotUpdated,
) {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(input: Input) {
      const lead = await write(input);
      if (!lead?._id) throw new ApiError(0, 'bad_request', missing);
      return lead;
    },
    onSuccess(lead) {
      client.setQueryData(['leads', 'one', lead._id], lead);
      void client.invalidateQueries({ queryKey: ['leads'] });
      void client.invalidateQueries({ queryKey: ['panels', lead._id] });
    },
  });
}

/** The same `key` creates one lead. */
export function useCreateLead() {
  return useLeadMutation(
    ({ body, key }: { body: BodyInput<typeof createLead>; key: string }) =>
      call(createLead, { body, headers: { 'idempotency-key': key } }),
    messages.leadNotCreated,
  );
}

/** A stale `version` is refused with 409 and the current lead, here and below. */
export function useEditLead() {
  return useLeadMutation(({ id, body }: { id: string; body: BodyInput<typeof editLead> }) =>
    call(editLead, { params: { id }, body }),
  );
}

export function useArchiveLead() {
  return useLeadMutation(({ id, ...body }: { id: string } & BodyInput<typeof archiveLead>) =>
    call(archiveLead, { params: { id }, body }),
  );
}

/** Also refused unless the dealer allows corrections. */
export function useCorrectLead() {
  return useLeadMutation(({ id, body }: { id: string; body: BodyInput<typeof correctLead> }) =>
    call(correctLead, { params: { id }, body }),
  );
}

export function useMoveLead() {
  return useLeadMutation(({ id, body }: { id: string; body: BodyInput<typeof moveLead> }) =>
    call(moveLead, { params: { id }, body }),
  );
}

export function useUndoLeadChange() {
  return useLeadMutation(({ id, version }: { id: string; version: number }) =>
    call(undoLeadChange, { params: { id }, body: { version } }),
  );
}
