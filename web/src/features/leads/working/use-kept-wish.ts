import { useMemo, useState } from 'react';
import { draftOf } from '#web/lib/browser/drafts.ts';
import { type Asked, nothingTyped, type Typed } from './outcomes.ts';

export type Wish = { asked: Asked | undefined; typed: Typed };

const nothing: Wish = { asked: undefined, typed: nothingTyped };

/** Kept in this tab until logged or taken back. */
export function useKeptWish(lead: string) {
  const draft = useMemo(() => draftOf<Wish>(`work:${lead}`), [lead]);
  const [wish, setWish] = useState<Wish>(() => draft.read() ?? nothing);
  const set = (next: Wish) => {
    setWish(next);
    if (JSON.stringify(next) === JSON.stringify(nothing)) draft.forget();
    else draft.keep(next);
  };
  return {
    ...wish,
    ask: (asked: Asked | undefined) => set({ ...wish, asked }),
    type: (typed: Partial<Typed>) => set({ ...wish, typed: { ...wish.typed, ...typed } }),
    forget: () => set(nothing),
  };
}
