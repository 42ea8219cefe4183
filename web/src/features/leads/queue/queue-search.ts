import { z } from 'zod';
import type { QueryInput } from '#contract/call/endpoint.ts';
import type { getQueue } from '#contract/leads/lead-queue.ts';
import { queueGroups } from '#contract/leads/queue-groups.ts';
import { panelSearch } from '#web/features/leads/record/panel-search.ts';
import { pageSearch, recordId } from '#web/lib/url/list-search.ts';

/** The queue's URL: an offering, whose leads, the `group` listed whole, the open lead, and the one worked on. */
export const queueSearch = pageSearch.extend({
  serviceID: recordId,
  whose: z.enum(['mine', 'nobody']).optional().catch(undefined),
  group: z.enum(queueGroups).optional().catch(undefined),
  work: recordId,
  ...panelSearch,
});
export type QueueSearch = z.output<typeof queueSearch> & { serviceCenter?: string };
export type QueueNarrowing = QueryInput<typeof getQueue>;

export function narrowingOf({
  serviceCenter,
  serviceID,
  whose,
}: Pick<QueueSearch, 'serviceCenter' | 'serviceID' | 'whose'>): QueueNarrowing {
  return { serviceCenter, serviceID, advisor: whose };
}
