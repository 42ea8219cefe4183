import { queryOptions, useMutation } from '@tanstack/react-query';
import type { CacheTag, Endpoint, EndpointQueryInput } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { listLeadsByPeriod } from '#contract/leads/lead-oversight.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import { getLead, type Lead, type LeadCounts, type lead as leadSchema } from '#contract/leads/leads.ts';
import type { CallInput } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { endpointPage, endpointQuery, type ListPage } from '#web/lib/api/endpoint-query.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import { ownAnswer } from './own-answer.ts';

/** Reads a page of the leads of a period. */
export const periodListQuery = (query: EndpointQueryInput<typeof listLeadsByPeriod>) =>
  endpointPage(listLeadsByPeriod, { query }, ['period']);

/** Reads a lead. It starts with what a list on screen knows, and is fetched all the same. */
export const leadQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(getLead, { params: { id } }),
    initialData: () => leadInLists(id),
    initialDataUpdatedAt: 0,
  });

/** Makes this lead the one that screens show for its id, until it is read again. */
export function cacheLead(lead: Lead): void {
  queryClient.setQueryData(leadQuery(lead._id).queryKey, lead);
}

/** Shows a lead as the server answered the user's own change of it. */
export function cacheAnswer(lead: Lead): void {
  cacheLead(lead);
  ownAnswer.note(lead);
}

/** Returns the reply's counts by status. */
export function toStatusCounts(counts: LeadCounts): Record<LeadStatus, number> {
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

type LeadWriter = Endpoint & { readonly changes: readonly CacheTag[]; readonly reply: typeof leadSchema };

/**
 * Writes a lead, which is then shown as the server answered. A stale `version` is refused with 409 and the current lead.
 *
 * @param missing what an answer without a lead means (specification, section 8).
 */
export function useLeadMutation<E extends LeadWriter>(
  endpoint: E,
  missing: string = messages.leadNotUpdated,
) {
  return useMutation({
    async mutationFn(input: CallInput<E>) {
      const lead: Lead | undefined = await mutate(endpoint, input);
      if (!lead?._id) throw new ApiError(0, 'bad_request', missing);
      return lead;
    },
    onSuccess: cacheAnswer,
  });
}
