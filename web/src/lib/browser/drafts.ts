import { useEffect, useMemo } from 'react';
import { getDraftPrefix, session } from '#web/lib/session/session.ts';

export type Draft<Typed> = {
  read: () => Typed | undefined;
  save: (typed: Typed) => void;
  clear: () => void;
};

/**
 * Keeps what is typed in a form over a reload or the session's end, in this tab, until it is saved, closed on
 * purpose, or the employee logs out. Never hand it a password.
 *
 * @param form its name, unique in the app, with the record's id if any; undefined keeps nothing.
 */
export function useDraft<Typed>(form: string | undefined): Draft<Typed> {
  const draft = useMemo(() => (form === undefined ? noDraft : getDraft<Typed>(form)), [form]);
  useEffect(
    () => () => {
      if (session.get() || !session.hasExpired()) draft.clear();
    },
    [draft],
  );
  return draft;
}

const noDraft = { read: () => undefined, save: () => undefined, clear: () => undefined };

export function getDraft<Typed>(form: string): Draft<Typed> {
  const name = `${getDraftPrefix(session.get())}${form}`;
  return {
    read() {
      try {
        return JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? undefined;
      } catch {
        return undefined;
      }
    },
    save(typed) {
      try {
        sessionStorage.setItem(name, JSON.stringify(typed));
      } catch {
        // Full storage costs the draft, never the form.
      }
    },
    clear: () => sessionStorage.removeItem(name),
  };
}
