import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput, QueryInput } from '#contract/call/endpoint.ts';
import { undoLeadChange } from '#contract/leads/lead-history.ts';
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
  listLeads,
  listLeadsByStatus,
  moveLead,
} from '#contract/leads/leads.ts';
import { call } from '#web/lib/api/api.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import type { ListPage } from '#web/ui/list/record-list.tsx';

/** @returns a page of leads as the lists on screen take it; queries of such pages have keys below `['leads', 'list']`. */
export function leadPage({ leads, totalLeadsCount, ...pages }: LeadList): ListPage<Lead> {
  return { rows: leads, total: totalLeadsCount, ...pages };
}

/** A page of leads; the previous rows stay while others are fetched. */
export const leadListQuery = (query: QueryInput<typeof listLeads>) =>
  queryOptions({
    queryKey: ['leads', 'list', query],
    queryFn: async ({ signal }) => leadPage(await call(listLeads, { query, signal })),
    placeholderData: keepPreviousData,
  });

/** A page of the leads in a status; the previous rows stay while others of the same status are fetched. */
export const statusListQuery = (query: QueryInput<typeof listLeadsByStatus>) =>
  queryOptions({
    queryKey: ['leads', 'list', 'byStatus', query] as const,
    queryFn: async ({ signal }) => leadPage(await call(listLeadsByStatus, { query, signal })),
    placeholderData: (previous, before) => {
      const [, , , filters] = before?.queryKey ?? [];
      return filters?.status === query.status ? previous : undefined;
    },
  });

/** One lead. It begins with what a list on screen knows of it, and is fetched all the same. */
export const leadQuery = (id: string) =>
  queryOptions({
    queryKey: ['leads', 'one', id],
    queryFn: ({ signal }) => call(getLead, { params: { id }, signal }),
    initialData: () => leadInLists(id),
    initialDataUpdatedAt: 0,
  });

/** How many active leads stand in each status, of one center or of all. */
export const leadCountsQuery = (serviceCenter: string | undefined) =>
  queryOptions({
    queryKey: ['leads', 'counts', serviceCenter ?? 'all'],
    queryFn: ({ signal }) => call(countLeadsByStatus, { query: { serviceCenter }, signal }),
    placeholderData: keepPreviousData,
  });

/** @returns the counts by the statuses' own names. */
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

function useLeadMutation<Input>(mutationFn: (input: Input) => Promise<Lead>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess(lead) {
      client.setQueryData(['leads', 'one', lead._id], lead);
      void client.invalidateQueries({ queryKey: ['leads'] });
    },
  });
}

/** Records a lead. The same `key` makes one lead however often it is sent. */
export function useCreateLead() {
  return useLeadMutation(({ body, key }: { body: BodyInput<typeof createLead>; key: string }) =>
    call(createLead, { body, headers: { 'idempotency-key': key } }),
  );
}

/** Saves an edit; a stale `version` in the body is refused with 409 and the current lead. */
export function useEditLead() {
  return useLeadMutation(({ id, body }: { id: string; body: BodyInput<typeof editLead> }) =>
    call(editLead, { params: { id }, body }),
  );
}

/** Archives a lead or takes it back; a stale `version` is refused with 409 and the current lead. */
export function useArchiveLead() {
  return useLeadMutation(({ id, ...body }: { id: string } & BodyInput<typeof archiveLead>) =>
    call(archiveLead, { params: { id }, body }),
  );
}

/** Corrects a lead; refused like an edit, and while the dealer does not allow it. */
export function useCorrectLead() {
  return useLeadMutation(({ id, body }: { id: string; body: BodyInput<typeof correctLead> }) =>
    call(correctLead, { params: { id }, body }),
  );
}

/** Takes a step in the life of a lead; a stale `version` in the body is refused with 409 and the current lead. */
export function useMoveLead() {
  return useLeadMutation(({ id, body }: { id: string; body: BodyInput<typeof moveLead> }) =>
    call(moveLead, { params: { id }, body }),
  );
}

/** Takes back the change that made this `version` of a lead. */
export function useUndoLeadChange() {
  return useLeadMutation(({ id, version }: { id: string; version: number }) =>
    call(undoLeadChange, { params: { id }, body: { version } }),
  );
}
