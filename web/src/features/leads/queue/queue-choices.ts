import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { keptChoice } from '#web/lib/browser/kept-choices.ts';
import { recordId } from '#web/lib/url/list-search.ts';

const choices = z.object({
  whose: z.enum(['mine', 'nobody']).optional().catch(undefined),
  serviceID: recordId,
});
type QueueChoices = z.output<typeof choices>;

const none: QueueChoices = {};
const kept = keptChoice('queue');

/** Whose leads, and of which offering, the person looked at last. */
export const queueChoices = {
  get: (): QueueChoices => choices.safeParse(kept.read() ?? none).data ?? none,
  set(change: QueueChoices) {
    kept.keep({ ...queueChoices.get(), ...change });
  },
};

/** Draws anew when they change. */
export function useQueueChoices(): void {
  useSyncExternalStore(kept.subscribe, kept.text);
}
