import { createStore } from '#web/lib/browser/store.ts';

const followed = createStore<readonly string[]>([]);

/** Holds the IDs of the user's bulk changes that are under way. */
export const followedBulkChanges = {
  ...followed,

  add(id: string) {
    if (!followed.get().includes(id)) followed.set([...followed.get(), id]);
  },

  drop(id: string) {
    if (followed.get().includes(id)) followed.set(followed.get().filter((other) => other !== id));
  },
};
