import { useEffect, useMemo } from 'react';
import { draftPrefix, session } from '#web/lib/session/session.ts';

/** A form's draft, kept under the form's name. */
export type Draft<Typed> = {
  read: () => Typed | undefined;
  keep: (typed: Typed) => void;
  forget: () => void;
};

/**
 * Keeps what is typed in a form over a reload and over the end of a session: the same employee finds the form as it was. In this
 * tab only; saving, closing the form on purpose and logging out leave nothing behind. Never hand it a password.
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
