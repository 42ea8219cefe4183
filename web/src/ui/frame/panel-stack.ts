import { useContext, useId, useLayoutEffect } from 'react';
import { createStore, useStore } from '#web/lib/browser/store.ts';
import { ScreenLayer, screenLayer } from '#web/ui/keys/screen-layer.ts';

// `isAbove`: it stands in front of those that belong to the screen. `isFull`: it covers the screen.
type Panel = { id: string; isAbove: boolean; isFull: boolean };

const panels = createStore<readonly Panel[]>([]);

// The newest of those above the others, if any, else the newest.
const frontOf = (all: readonly Panel[]) => all.findLast(({ isAbove }) => isAbove) ?? all.at(-1);

/** @returns whether the keys of a part of the page work: what stands in front of it has them. */
export function receivesKeys(layer: string | undefined): boolean {
  const front = frontOf(panels.get());
  if (layer === undefined || !front) return true;
  return layer === screenLayer ? !front.isFull : layer === front.id;
}

/** @returns a function that tells whether keys belong to the part of the page that this component is in. */
export function useReceivesKeys(): () => boolean {
  const layer = useContext(ScreenLayer);
  return () => receivesKeys(layer);
}

/** Puts a panel among those that are open. @returns its layer, whether it is in front, and whether it covers the screen. */
export function usePanelStack({ isAbove = false, isWide = false, isPhone = false }): {
  id: string;
  isFront: boolean;
  isFull: boolean;
} {
  const id = useId();
  const open = useStore(panels);
  // Beside a covered run its list would be seen, and its outcomes be pressed.
  const isFull = isWide || isPhone || (isAbove && open.some((panel) => panel.id !== id && panel.isFull));
  useLayoutEffect(() => {
    panels.set([...panels.get().filter((panel) => panel.id !== id), { id, isAbove, isFull }]);
    return () => panels.set(panels.get().filter((panel) => panel.id !== id));
  }, [id, isAbove, isFull]);
  const front = frontOf(open);
  // What is found may have been drawn before the screen below it.
  const isNewest = !open.some((panel) => panel.id === id) && (isAbove || !front?.isAbove);
  return { id, isFront: front === undefined || front.id === id || isNewest, isFull };
}
