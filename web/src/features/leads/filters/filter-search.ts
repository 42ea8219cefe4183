import type { z } from 'zod';
import { leadOrder, leadSorts, sortsOf, workFilters } from '#contract/leads/lead-lists.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';

/** In the URL of a list that is worked: its sort and filters. */
export const workSearch = {
  sort: leadOrder.sort.catch(undefined),
  order: leadOrder.order.catch(undefined),
  advisor: workFilters.advisor.catch(undefined),
  followUpDue: workFilters.followUpDue.catch(undefined),
};
export type WorkSearch = z.output<z.ZodObject<typeof workSearch>>;

export const workFilterNames = ['advisor', 'followUpDue'] as const;

/** @returns what a status list asks for: what suits another status only stays in the URL. */
export function workFor(status: LeadStatus | undefined, { sort, order, advisor, followUpDue }: WorkSearch) {
  const hasSort = sort !== undefined && sortsOf(status).includes(sort);
  return {
    sort: hasSort ? sort : undefined,
    order: hasSort ? order : undefined,
    advisor,
    followUpDue: status === 'potential' ? followUpDue : undefined,
  };
}

/** @returns the sort in force, newest first by default. */
export function sortInForce({ sort = 'entered', order }: Pick<WorkSearch, 'sort' | 'order'>) {
  return { sort, order: order ?? leadSorts[sort] };
}
