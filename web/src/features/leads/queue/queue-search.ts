import { z } from 'zod';
import type { QueryInput } from '#contract/call/endpoint.ts';
import { callParts, type getCallQueue } from '#contract/leads/call-order.ts';
import { panelSearch } from '#web/features/leads/record/panel-search.ts';
import { pageSearch, recordId } from '#web/lib/url/list-search.ts';
import { queueChoices } from './queue-choices.ts';

/** The queue's URL: an offering, whose leads, the `part` listed whole, the open lead, and the one worked on. */
export const queueSearch = pageSearch.extend({
  serviceID: recordId,
  whose: z.enum(['all', 'mine', 'nobody']).optional().catch(undefined),
  part: z.enum(callParts).optional().catch(undefined),
  work: recordId,
  ...panelSearch,
});
export type QueueSearch = z.output<typeof queueSearch> & { serviceCenter?: string };
export type QueueNarrowing = Pick<QueryInput<typeof getCallQueue>, 'serviceCenter' | 'serviceID' | 'advisor'>;

type Narrowing = Pick<QueueSearch, 'serviceCenter' | 'serviceID' | 'whose'>;

/** What the URL leaves open is as the person chose it last. */
export function narrowingOf({ serviceCenter, ...url }: Narrowing): QueueNarrowing {
  const kept = queueChoices.get();
  const { whose = kept.whose } = url;
  const advisor = whose === 'mine' || whose === 'nobody' ? whose : undefined;
  return { serviceCenter, serviceID: url.serviceID ?? kept.serviceID, advisor };
}
