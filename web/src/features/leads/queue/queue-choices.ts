import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { keptPrefix, session } from '#web/lib/session/session.ts';
import { recordId } from '#web/lib/url/list-search.ts';

const choices = z.object({
  whose: z.enum(['mine', 'nobody']).optional().catch(undefined),
  serviceID: recordId,
});
type QueueChoices = z.output<typeof choices>;

const none: QueueChoices = {};
const listeners = new Set<() => void>();
const name = () => `${keptPrefix}${session.get()?._id}:queue`;
const text = () => localStorage.getItem(name());

/** Whose leads, and of which offering, the person looked at last; kept by this browser beyond a logout. */
export const queueChoices = {
  get(): QueueChoices {
    try {
      return choices.parse(JSON.parse(text() ?? '{}'));
    } catch {
      return none;
    }
  },
  set(change: QueueChoices) {
    localStorage.setItem(name(), JSON.stringify({ ...queueChoices.get(), ...change }));
    for (const listener of listeners) listener();
  },
};

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Draws anew when they change. */
export function useQueueChoices(): void {
  useSyncExternalStore(subscribe, text);
}
