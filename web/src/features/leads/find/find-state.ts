import { createStore, useStore } from '#web/lib/browser/store.ts';

type State = { isOpen: boolean; text: string };

const state = createStore<State>({ isOpen: false, text: '' });

/** Opens and closes the palette of Find in this tab. `text`: what is typed in it at first. */
export const findPaletteState = {
  open: (text = '') => state.set({ isOpen: true, text }),
  close: () => state.set({ isOpen: false, text: '' }),
};

/** Returns whether the palette of Find is open, and with which text it was opened. */
export function useFindPaletteState(): State {
  return useStore(state);
}

let hash = '';

/** Hands over, once, the phone number after the hash sign of the URL that opened the palette. */
export const requestedPhone = {
  keep(asked: string) {
    hash = asked;
  },
  take(): string {
    const asked = hash;
    hash = '';
    return asked;
  },
};
