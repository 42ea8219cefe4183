import { flushSync } from 'react-dom';
import { serverClock } from '#web/lib/live/server-clock.ts';
import { createStore, useStore } from './store.ts';

const printing = createStore<string | undefined>(undefined);

if (typeof window !== 'undefined') {
  const media = window.matchMedia('print');
  const begin = () => {
    // The browser takes the page as it is once this returns.
    if (!printing.get()) flushSync(() => printing.set(serverClock.now().toISOString()));
  };
  const end = () => printing.set(undefined);
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  media.addEventListener('change', () => (media.matches ? begin() : end()));
}

/** @returns since when the page is being printed; what is drawn anew is printed. */
export function usePrinting(): string | undefined {
  return useStore(printing);
}
