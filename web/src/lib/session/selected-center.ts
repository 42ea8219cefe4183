const storageKey = 'serviceCenter';

/** Kept by this browser until logout (specification, section 4). */
export const selectedCenter = {
  get: (): string | undefined => localStorage.getItem(storageKey) ?? undefined,
  set(id: string | undefined) {
    if (id) localStorage.setItem(storageKey, id);
    else localStorage.removeItem(storageKey);
  },
};
