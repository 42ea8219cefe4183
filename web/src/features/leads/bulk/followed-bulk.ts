const storageKey = 'bulkChange';
const listeners = new Set<() => void>();

/** The bulk change whose progress is shown; it is remembered, so that it is there again after a reload. */
export const followedBulk = {
  get: (): string | undefined => localStorage.getItem(storageKey) ?? undefined,

  set(id: string | undefined) {
    if (id) localStorage.setItem(storageKey, id);
    else localStorage.removeItem(storageKey);
    for (const listener of listeners) listener();
  },

  /** @returns how to stop listening. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
