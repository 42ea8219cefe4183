import { createContext } from 'react';

/** The layer of the shortcuts of the screen itself, outside panels. */
export const screenLayer = 'screen';

/** Names the part of the page that a shortcut belongs to: the frame, {@link screenLayer}, or a panel by its id. */
export const ScreenLayer = createContext<string | undefined>(undefined);
