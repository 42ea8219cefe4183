import { z } from 'zod';
import type { QueryInput } from '#contract/call/endpoint.ts';
import type { getQueue } from '#contract/leads/lead-queue.ts';
import { queueGroups } from '#contract/leads/queue-groups.ts';
import { panelSearch } from '#web/features/leads/record/panel-search.ts';
import { pageSearch, recordId } from '#web/lib/url/list-search.ts';

/**
 * What the URL of a screen with the queue says: an offering, whose leads, the `group` that is listed whole, the lead that is
 * open beside it, and the one that is worked on.
 */
export const queueSearch = pageSearch.extend({
  serviceID: recordId,
  whose: z.enum(['mine', 'nobody']).optional().catch(undefined),
  group: z.enum(queueGroups).optional().catch(undefined),
  work: recordId,
  ...panelSearch,
});
export type QueueSearch = z.output<typeof queueSearch> & { serviceCenter?: string };
export type QueueNarrowing = QueryInput<typeof getQueue>;

/** @returns what the URL narrows the queue to. */
export function narrowingOf({
  serviceCenter,
  serviceID,
  whose,
}: Pick<QueueSearch, 'serviceCenter' | 'serviceID' | 'whose'>): QueueNarrowing {
  return { serviceCenter, serviceID, advisor: whose };
}
