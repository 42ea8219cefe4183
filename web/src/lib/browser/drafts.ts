import { useEffect, useMemo } from 'react';
import { draftPrefix, session } from '#web/lib/session/session.ts';

export type Draft<Typed> = {
  read: () => Typed | undefined;
  keep: (typed: Typed) => void;
  forget: () => void;
};

/**
 * Keeps what an employee types in a form over a reload or the end of the session, in this tab only. Saving, closing the
 * form on purpose and logging out remove it. Never hand it a password.
 *
 * @param form the form's name, unique in the app, with the record's id where it has one.
 */
export function useDraft<Typed>(form: string): Draft<Typed> {
  const draft = useMemo(() => draftOf<Typed>(form), [form]);
  useEffect(
    () => () => {
      if (session.get() || !session.hasExpired()) draft.forget();
    },
    [draft],
  );
  return draft;
}

/** @returns the draft of a form that is not open yet. */
export function draftOf<Typed>(form: string): Draft<Typed> {
  const name = `${draftPrefix(session.get())}${form}`;
  return {
    read() {
      try {
        return JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? undefined;
      } catch {
        return undefined;
      }
    },
    keep(typed) {
      try {
        sessionStorage.setItem(name, JSON.stringify(typed));
      } catch {
        // A full storage costs the draft, never the form.
      }
    },
    forget: () => sessionStorage.removeItem(name),
  };
}
