import type { ReactNode } from 'react';
import { createStore, useStore } from '#web/lib/browser/store.ts';
import { session } from '#web/lib/session/session.ts';
import type { Question } from './confirm-action.tsx';

/** The question that is open. `path`: the page on which it was asked, and the only one that shows it. */
export type PendingQuestion = {
  path: string;
  show: (render: <Done>(question: Question<Done>) => ReactNode) => ReactNode;
};

const asked = createStore<PendingQuestion | undefined>(undefined);

/** Asks before `act`. The question closes once that is done or has failed, which a toast says. */
export function confirm<Done>(question: Question<Done>): void {
  asked.set({ path: window.location.pathname, show: (render) => render(question) });
}

/** Closes the question that is open, without doing anything. */
export function dismissQuestion(): void {
  asked.set(undefined);
}

/** Returns the question that is open; undefined without one. */
export function usePendingQuestion(): PendingQuestion | undefined {
  return useStore(asked);
}

session.subscribe((change) => change !== 'refreshed' && dismissQuestion());
