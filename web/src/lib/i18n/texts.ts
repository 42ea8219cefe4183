import type { Messages } from 'use-intl';
import { en } from './en.ts';

const listeners = new Set<() => void>();
/** The root route waits for texts, so no screen uses unloaded ones. */
let texts = en as unknown as Messages;
let loading: Promise<void> | undefined;

/** For `useSyncExternalStore`. */
export const textStore = {
  get: (): Messages => texts,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

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
