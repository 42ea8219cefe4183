import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/** Holds the place in the bar at the bottom of a phone's screen; null where there is no bar. */
export const BarPlace = createContext<HTMLElement | null>(null);

/** Puts what a screen is there for into the bar, within a thumb's reach, or leaves it where it stands if there is no bar. */
export function BarAction({ children }: { children: ReactNode }) {
  const place = useContext(BarPlace);
  return place ? createPortal(children, place) : children;
}
