import { openStore, useStore } from '#web/lib/browser/store.ts';

type State = { isOpen: boolean; text: string };

const state = openStore<State>({ isOpen: false, text: '' });

/** The state of the palette in this tab. `text`: what it opens with. */
export const findState = {
  open: (text = '') => state.set({ isOpen: true, text }),
  close: () => state.set({ isOpen: false, text: '' }),
};

export function useFindState(): State {
  return useStore(state);
}

let hash = '';

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
