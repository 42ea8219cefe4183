import { useSyncExternalStore } from 'react';

type State = { isOpen: boolean; text: string };

let state: State = { isOpen: false, text: '' };
const listeners = new Set<() => void>();

function become(next: State) {
  state = next;
  for (const listener of listeners) listener();
}

/** Of the tab. `text`: what the palette opens with. */
export const findState = {
  get: () => state,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  open: (text = '') => become({ isOpen: true, text }),
  close: () => become({ isOpen: false, text: '' }),
};

export function useFindState(): State {
  return useSyncExternalStore(findState.subscribe, findState.get);
}
