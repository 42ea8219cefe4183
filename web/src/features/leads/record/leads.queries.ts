import { queryOptions, useMutation } from '@tanstack/react-query';
import type { BodyInput, QueryInput } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { undoLeadChange } from '#contract/leads/lead-history.ts';
import { listLeadsByPeriod } from '#contract/leads/lead-oversight.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import {
  archiveLead,
  correctLead,
  createLead,
  editLead,
  getLead,
  type Lead,
  type LeadCounts,
  moveLead,
} from '#contract/leads/leads.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { change } from '#web/lib/api/change.ts';
import { endpointPage, endpointQuery, type ListPage } from '#web/lib/api/endpoint-query.ts';
import { queryClient } from '#web/lib/api/query-client.ts';

export const periodListQuery = (query: QueryInput<typeof listLeadsByPeriod>) =>
  endpointPage(listLeadsByPeriod, { query }, ['period']);

/** Starts with what a list on screen knows, and is fetched all the same. */
export const leadQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(getLead, { params: { id } }),
    initialData: () => leadInLists(id),
    initialDataUpdatedAt: 0,
  });

/** Shows a lead as the server answered. */
export function keepLead(lead: Lead): void {
  queryClient.setQueryData(leadQuery(lead._id).queryKey, lead);
}

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
  const lists = queryClient.getQueriesData<Partial<ListPage<Lead>>>({ queryKey: [getLead.reads] });
  return lists.flatMap(([, list]) => list?.rows ?? []).find(({ _id }) => _id === id);
}

/** @param missing what an answer without a lead means (specification, section 8). */
function useLeadMutation<Input>(
  write: (input: Input) => Promise<Lead | undefined>,
  missing: string = messages.leadNotUpdated,
) {
  return useMutation({
    async mutationFn(input: Input) {
      const lead = await write(input);
      if (!lead?._id) throw new ApiError(0, 'bad_request', missing);
      return lead;
    },
    onSuccess: keepLead,
  });
}

/** The same `key` creates one lead. */
export function useCreateLead() {
  return useLeadMutation(
    ({ body, key }: { body: BodyInput<typeof createLead>; key: string }) =>
      change(createLead, { body, headers: { 'idempotency-key': key } }),
    messages.leadNotCreated,
  );
}

/** A stale `version` is refused with 409 and the current lead, here and below. */
export function useEditLead() {
  return useLeadMutation(({ id, body }: { id: string; body: BodyInput<typeof editLead> }) =>
    change(editLead, { params: { id }, body }),
  );
}

export function useArchiveLead() {
  return useLeadMutation(({ id, ...body }: { id: string } & BodyInput<typeof archiveLead>) =>
    change(archiveLead, { params: { id }, body }),
  );
}

/** Also refused unless the dealer allows corrections. */
export function useCorrectLead() {
  return useLeadMutation(({ id, body }: { id: string; body: BodyInput<typeof correctLead> }) =>
    change(correctLead, { params: { id }, body }),
  );
}

export function useMoveLead() {
  return useLeadMutation(({ id, body }: { id: string; body: BodyInput<typeof moveLead> }) =>
    change(moveLead, { params: { id }, body }),
  );
}

export function useUndoLeadChange() {
  return useLeadMutation(({ id, version }: { id: string; version: number }) =>
    change(undoLeadChange, { params: { id }, body: { version } }),
  );
}
