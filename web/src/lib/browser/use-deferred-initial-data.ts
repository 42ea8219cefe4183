import { useDeferredValue } from 'react';

/**
 * Draws the first data in slices, so that a slow processor paints and hears keys in between; what follows, and what is there from the
 * start, is drawn at once.
 */
export function useDeferredInitialData<Data>(data: Data | undefined): Data | undefined {
  const isThere = useDeferredValue(data !== undefined);
  return isThere ? data : undefined;
}
