import { z } from 'zod';
import type { EndpointQueryInput } from '#contract/call/endpoint.ts';
import { callQueueParts, type getCallQueue } from '#contract/leads/call-order.ts';
import { panelSearch } from '#web/features/leads/record/panel-search.ts';
import { localStorageValue, useStore } from '#web/lib/browser/store.ts';
import { choicePrefix, session } from '#web/lib/session/session.ts';
import { pageSearch, recordId } from '#web/lib/url/list-search.ts';

/** The queue's URL: an offering, whose leads, the `part` listed whole, the open lead, and the one worked on. */
export const queueSearch = pageSearch.extend({
  serviceID: recordId,
  whose: z.enum(['all', 'mine', 'nobody']).optional().catch(undefined),
  part: z.enum(callQueueParts).optional().catch(undefined),
  work: recordId,
  ...panelSearch,
});
export type QueueSearch = z.output<typeof queueSearch> & { serviceCenter?: string };
export type QueueFilters = Pick<
  EndpointQueryInput<typeof getCallQueue>,
  'serviceCenter' | 'serviceID' | 'advisor'
>;

type Narrowing = Pick<QueueSearch, 'serviceCenter' | 'serviceID' | 'whose'>;

/** Returns the filters of the queue that the URL names, else those that the person chose last. */
export function getQueueFilters({ serviceCenter, ...url }: Narrowing): QueueFilters {
  const kept = lastQueueChoices.get();
  const { whose = kept.whose } = url;
  const advisor = whose === 'mine' || whose === 'nobody' ? whose : undefined;
  return { serviceCenter, serviceID: url.serviceID ?? kept.serviceID, advisor };
}

const choices = z.object({
  whose: z.enum(['mine', 'nobody']).optional().catch(undefined),
  serviceID: recordId,
});
type QueueChoices = z.output<typeof choices>;

const none: QueueChoices = {};
const text = localStorageValue(() => `${choicePrefix}${session.get()?._id}:queue`);

/** Stores the advisor and offering by which the person narrowed the queue last, beyond a logout. */
export const lastQueueChoices = {
  get(): QueueChoices {
    try {
      return choices.parse(JSON.parse(text.get() ?? '{}'));
    } catch {
      return none;
    }
  },
  set(change: QueueChoices) {
    text.set(JSON.stringify({ ...lastQueueChoices.get(), ...change }));
  },
};

/** Draws the caller again when the choices that are stored in {@link lastQueueChoices} change. */
export function useQueueChoices(): void {
  useStore(text);
}
