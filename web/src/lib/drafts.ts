import { useEffect, useMemo } from 'react';
import { session } from './session.ts';

const drafts = new Map<string, unknown>();

/**
 * Keeps what is typed in a form over the end of a session: the sign-in that follows returns to the page, and the same
 * employee finds the form as it was. In memory only; a form that is closed on purpose leaves nothing behind.
 *
 * @param form the form's name, unique in the app, with the record's id where it has one.
 */
export function useDraft<Draft>(form: string) {
  const draft = useMemo(() => {
    const name = `${session.get()?._id}:${form}`;
    return {
      read: () => drafts.get(name) as Draft | undefined,
      keep: (typed: Draft) => void drafts.set(name, typed),
      forget: () => void drafts.delete(name),
    };
  }, [form]);
  useEffect(
    () => () => {
      if (session.get() || !session.hasExpired()) draft.forget();
    },
    [draft],
  );
  return draft;
}
