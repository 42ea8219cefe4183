import { useSyncExternalStore } from 'react';
import { type Employee, session } from './session.ts';

export function useSession(): Employee | undefined {
  return useSyncExternalStore(session.subscribe, session.get);
}
