import { useSyncExternalStore } from 'react';
import { type Employee, session } from './session.ts';

/** @returns the signed-in employee, or undefined; the component follows its changes. */
export function useSession(): Employee | undefined {
  return useSyncExternalStore(session.subscribe, session.get);
}
