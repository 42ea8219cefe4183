import { leadSorts, sortsOf } from '#contract/leads/lead-lists.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import type { Sorting } from '#web/ui/rows/sort-header.tsx';
import { sortInForce, type WorkSearch, workFor } from './filter-search.ts';

/** The sorting of a status list's headers; a choice goes to the URL. */
export function useSorting(status: LeadStatus | undefined, search: WorkSearch): Sorting {
  const { narrow } = useListUrl();
  const usual = Object.fromEntries(sortsOf(status).map((sort) => [sort, leadSorts[sort]]));
  const onSort: Sorting['onSort'] = (sort, order) => {
    const isUsual = sort === 'entered' && order === leadSorts.entered;
    narrow(isUsual ? { sort: undefined, order: undefined } : { sort, order });
  };
  return { ...sortInForce(workFor(status, search)), usual, onSort };
}
