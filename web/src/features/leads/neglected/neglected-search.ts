import { z } from 'zod';
import { openStatuses } from '#contract/leads/lead-lists.ts';
import { workSearch } from '#web/features/leads/filters/filter-search.ts';
import { panelSearch } from '#web/features/leads/record/panel-search.ts';
import { pageSearch, recordId } from '#web/lib/url/list-search.ts';

export const neglectedSearch = pageSearch.extend({
  status: z.enum(openStatuses).default('pending').catch('pending'),
  advisor: workSearch.advisor,
  ...panelSearch,
  view: recordId,
});
export type NeglectedSearch = z.output<typeof neglectedSearch> & { serviceCenter?: string };
