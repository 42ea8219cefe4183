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
