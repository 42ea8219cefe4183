const followedKey = 'bulkChange';
const dismissedKey = 'bulkChangesDismissed';
const mostDismissed = 50;
const listeners = new Set<() => void>();

const read = (key: string): string[] => localStorage.getItem(key)?.split(',') ?? [];

function keep(key: string, ids: readonly string[]) {
  if (ids.length > 0) localStorage.setItem(key, ids.join(','));
  else localStorage.removeItem(key);
}

/** The bulk changes whose progress is shown; this browser keeps them until logout. */
export const followedBulks = {
  /** Ids, the one to show first, separated by commas. */
  get: (): string => localStorage.getItem(followedKey) ?? '',

  show(id: string) {
    keep(followedKey, [id, ...read(followedKey).filter((other) => other !== id)]);
    tell();
  },

  /** Adds, newest first, those neither followed nor dismissed. */
  add(ids: readonly string[]) {
    const known = [...read(followedKey), ...read(dismissedKey)];
    const found = ids.filter((id) => !known.includes(id));
    if (found.length === 0) return;
    keep(followedKey, [...read(followedKey), ...found]);
    tell();
  },

  dismiss(id: string) {
    keep(
      followedKey,
      read(followedKey).filter((other) => other !== id),
    );
    keep(dismissedKey, [id, ...read(dismissedKey)].slice(0, mostDismissed));
    tell();
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function tell() {
  for (const listener of listeners) listener();
}
