import { z } from 'zod';
import { keptText, useStore } from '#web/lib/browser/store.ts';
import { keptPrefix, session } from '#web/lib/session/session.ts';
import { recordId } from '#web/lib/url/list-search.ts';

const choices = z.object({
  whose: z.enum(['mine', 'nobody']).optional().catch(undefined),
  serviceID: recordId,
});
type QueueChoices = z.output<typeof choices>;

const none: QueueChoices = {};
const text = keptText(() => `${keptPrefix}${session.get()?._id}:queue`);

/** Whose leads, and of which offering, the person looked at last; kept by this browser beyond a logout. */
export const queueChoices = {
  get(): QueueChoices {
    try {
      return choices.parse(JSON.parse(text.get() ?? '{}'));
    } catch {
      return none;
    }
  },
  set(change: QueueChoices) {
    text.set(JSON.stringify({ ...queueChoices.get(), ...change }));
  },
};

/** Draws anew when they change. */
export function useQueueChoices(): void {
  useStore(text);
}
