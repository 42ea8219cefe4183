import { useEffect, useMemo } from 'react';
import { getDraftPrefix, session } from '#web/lib/session/session.ts';

/** The storage of what is typed under one name, to `read`, `save` and `clear`; `read` returns undefined when there is nothing. */
export type Draft<Typed> = {
  read: () => Typed | undefined;
  save: (typed: Typed) => void;
  clear: () => void;
};

/**
 * Keeps what is typed over a reload or the session's end, in this tab, until it is saved, closed on purpose, or the employee
 * logs out. Never hand it a password.
 *
 * @param name unique in the app, with the record's id if any; undefined keeps nothing.
 * @param outlivesClosing keeps it beyond closing on purpose, too.
 */
export function useDraft<Typed>(name: string | undefined, outlivesClosing = false): Draft<Typed> {
  const draft = useMemo(() => (name === undefined ? noDraft : getDraft<Typed>(name)), [name]);
  useEffect(
    () => () => {
      if (!outlivesClosing && (session.get() || !session.hasExpired())) draft.clear();
    },
    [draft, outlivesClosing],
  );
  return draft;
}

const noDraft = { read: () => undefined, save: () => undefined, clear: () => undefined };

/** Returns the session storage of the draft with this name, of the employee who is logged in; for use outside components. */
export function getDraft<Typed>(name: string): Draft<Typed> {
  const key = `${getDraftPrefix(session.get())}${name}`;
  return {
    read() {
      try {
        return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined;
      } catch {
        return undefined;
      }
    },
    save(typed) {
      try {
        sessionStorage.setItem(key, JSON.stringify(typed));
      } catch {
        // Full storage costs the draft, never the form.
      }
    },
    clear: () => sessionStorage.removeItem(key),
  };
}
