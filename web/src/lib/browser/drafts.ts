import { useEffect, useMemo } from 'react';
import { draftPrefix, session } from '#web/lib/session/session.ts';

export type Draft<Typed> = {
  read: () => Typed | undefined;
  keep: (typed: Typed) => void;
  forget: () => void;
};

/**
 * Keeps what is typed in a form over a reload or the session's end, in this tab, until it is saved, closed on
 * purpose, or the employee logs out. Never hand it a password.
 *
 * @param form its name, unique in the app, with the record's id if any; undefined keeps nothing.
 */
export function useDraft<Typed>(form: string | undefined): Draft<Typed> {
  const draft = useMemo(() => (form === undefined ? noDraft : draftOf<Typed>(form)), [form]);
  useEffect(
    () => () => {
      if (session.get() || !session.hasExpired()) draft.forget();
    },
    [draft],
  );
  return draft;
}

const noDraft = { read: () => undefined, keep: () => undefined, forget: () => undefined };

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
        // Full storage costs the draft, never the form.
      }
    },
    forget: () => sessionStorage.removeItem(name),
  };
}
