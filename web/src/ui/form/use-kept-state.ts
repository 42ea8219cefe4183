import { useEffect, useState } from 'react';
import { useDraft } from '#web/lib/browser/drafts.ts';
import type { RestoredDraft } from './use-form-draft.ts';

/**
 * `useState` for a modal's choices, which survive a reload.
 *
 * @param name unique in the app, with the record's id.
 * @returns the state, its setter, and the modal's `draft`.
 */
export function useKeptState<State>(
  name: string,
  initial: State,
): [State, (state: State) => void, RestoredDraft] {
  const draft = useDraft<State>(name);
  const [found] = useState(() => draft.read());
  const [start] = useState(initial);
  const [state, setState] = useState(found ?? start);
  const isChanged = JSON.stringify(state) !== JSON.stringify(start);
  useEffect(() => {
    if (isChanged) draft.keep(state);
    else draft.forget();
  }, [draft, state, isChanged]);
  const isRestored = found !== undefined && isChanged;
  return [state, setState, { isRestored, discard: () => setState(start) }];
}
