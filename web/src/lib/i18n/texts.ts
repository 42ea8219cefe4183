import type { Messages } from 'use-intl';
import { en } from './en.ts';

const listeners = new Set<() => void>();
/** What is not loaded yet is on no screen: the root route waits for it. */
let texts = en as unknown as Messages;
let loading: Promise<void> | undefined;

/** The interface's texts as far as they are loaded, for `useSyncExternalStore`. */
export const textStore = {
  get: (): Messages => texts,

  /** @returns how to stop listening. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Loads the texts that the first screens do without; once, however often it is called. */
export function loadAllTexts(): Promise<void> {
  loading ??= import('./en-rest.ts').then(
    ({ rest }) => {
      texts = { ...en, ...rest };
      for (const listener of listeners) listener();
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
