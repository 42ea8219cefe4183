import { openStore, useStore } from '#web/lib/browser/store.ts';

type State = { isOpen: boolean; text: string };

const state = openStore<State>({ isOpen: false, text: '' });

/** Of the tab. `text`: what the palette opens with. */
export const findState = {
  open: (text = '') => state.set({ isOpen: true, text }),
  close: () => state.set({ isOpen: false, text: '' }),
};

export function useFindState(): State {
  return useStore(state);
}

let hash = '';

/** What followed the `#` of Find's address, until somebody has logged in. In memory alone. */
export const askedNumber = {
  keep(asked: string) {
    hash = asked;
  },
  take(): string {
    const asked = hash;
    hash = '';
    return asked;
  },
};
