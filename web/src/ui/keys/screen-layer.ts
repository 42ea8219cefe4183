import { createContext } from 'react';

/** What belongs to the screen, below the panels. */
export const screenLayer = 'screen';

/** The part of the page that a shortcut belongs to: the frame, {@link screenLayer}, or a panel by its id. */
export const ScreenLayer = createContext<string | undefined>(undefined);
