import { openStore } from '#web/lib/browser/store.ts';

const followed = openStore<readonly string[]>([]);

/** Ids of the user's bulk changes that are under way. */
export const followedBulks = {
  ...followed,

  add(id: string) {
    if (!followed.get().includes(id)) followed.set([...followed.get(), id]);
  },

  drop(id: string) {
    if (followed.get().includes(id)) followed.set(followed.get().filter((other) => other !== id));
  },
};
