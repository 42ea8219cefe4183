import { createContext } from 'react';

/** True for a dialog that another one stands in front of: its keys and its focus wait. */
export const IsDialogCovered = createContext(false);
