import { useSyncExternalStore } from 'react';
import { type Employee, session } from './session.ts';

/** @returns the signed-in employee, or undefined; rerenders on changes. */
export function useSession(): Employee | undefined {
  return useSyncExternalStore(session.subscribe, session.get);
}
