import { useMemo, useState } from 'react';
import { draftOf } from '#web/lib/browser/drafts.ts';

/**
 * `useState` for a text that stays in this tab until emptied.
 *
 * @param name unique in the app, with the record's id.
 */
export function useKeptText(name: string): [string, (text: string) => void] {
  const draft = useMemo(() => draftOf<string>(name), [name]);
  const [text, setText] = useState(() => draft.read() ?? '');
  const set = (next: string) => {
    setText(next);
    if (next) draft.keep(next);
    else draft.forget();
  };
  return [text, set];
}
