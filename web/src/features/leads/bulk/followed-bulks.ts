let followed: readonly string[] = [];
const listeners = new Set<() => void>();

function set(next: readonly string[]) {
  followed = next;
  for (const listener of listeners) listener();
}

/** Ids of the user's bulk changes that are under way. */
export const followedBulks = {
  get: () => followed,

  add(id: string) {
    if (!followed.includes(id)) set([...followed, id]);
  },

  drop(id: string) {
    if (followed.includes(id)) set(followed.filter((other) => other !== id));
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
