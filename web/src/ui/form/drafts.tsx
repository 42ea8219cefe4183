import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { type Draft, useDraft } from '#web/lib/browser/drafts.ts';
import { omitPasswords } from '#web/lib/session/without-passwords.ts';
import { InlineNotice } from '#web/ui/feedback/notice.tsx';
import { hasUnsavedTyping, isSameValue } from './leave.ts';

/** Tells whether a form shows values that a draft restored; `discard` drops these. */
export type RestoredDraft = { isRestored: boolean; discard: () => void };

/** Says that a form shows a restored draft, with a button that discards it; nothing if it does not. */
export function RestoredLine({ draft }: { draft: RestoredDraft | undefined }) {
  const t = useTranslations('ui');
  if (!draft?.isRestored) return null;
  return (
    <InlineNotice action={t('discard')} onAction={draft.discard}>
      {t('restored')}
    </InlineNotice>
  );
}

// `base`: the form's defaults when they were typed.
type Kept<Values> = { values: Partial<Values>; base?: Partial<Values>; about: unknown };

/**
 * Keeps a form's values in a draft while they differ from its defaults, and restores what was typed of them when it opens again.
 *
 * @param name unique in the app, with the record's id; undefined keeps nothing.
 * @param about kept beside the values; read from the draft before the first render.
 * @param outlivesClosing keeps what is typed also when the form is left.
 */
export function useFormDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: string | undefined,
  about: unknown = null,
  outlivesClosing = false,
): RestoredDraft {
  const { reset, subscribe, getValues } = form;
  const { isDirty } = form.formState;
  const draft: Draft<Kept<Values>> = useDraft(name, outlivesClosing);
  // At once: lists of fields and what watches a field take their first values from the form.
  const [found] = useState(() => {
    const kept = draft.read();
    const values = { ...getValues(), ...(kept && typedOf(kept)) };
    if (isSameValue(values, getValues())) return undefined;
    reset(values, { keepDefaultValues: true });
    return values;
  });
  const [isRestored, setRestored] = useState(found !== undefined);
  const keep = useEffectEvent((values: Values, base: unknown) =>
    draft.save({ values: omitPasswords(values), base: omitPasswords(base as Partial<Values>), about }),
  );

  // Taking in others' changes makes the form clean for a moment; a restored one is dirty before it has rendered so.
  useEffect(() => {
    if (isDirty || hasUnsavedTyping(form)) return keep(getValues(), form.formState.defaultValues);
    draft.clear();
    setRestored(false);
  }, [isDirty, form, draft, getValues]);

  // Once the form hears of it, and before the first key reaches a field: what it types would be written over.
  useLayoutEffect(() => {
    if (found) reset(found, { keepDefaultValues: true });
  }, [found, reset]);
  useLayoutEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, defaultValues }) => keep(values, defaultValues),
      }),
    [subscribe],
  );

  const discard = () => {
    reset(form.formState.defaultValues as DefaultValues<Values>);
    draft.clear();
  };
  return { isRestored: isRestored && isDirty, discard };
}

// What others changed since is theirs.
function typedOf<Values extends FieldValues>({ values, base }: Kept<Values>): Partial<Values> {
  const typed = Object.entries(values).filter(([field, value]) => !base || !isSameValue(value, base[field]));
  return Object.fromEntries(typed) as Partial<Values>;
}

type DraftStateOptions = { outlivesClosing?: boolean };

/**
 * Works as `useState` for what is typed or chosen, which survives a reload while it differs from `initial`.
 *
 * @param name unique in the app, with the record's id.
 * @returns the state, its setter, and the `draft` of a `FormDialog`.
 */
export function useDraftState<State>(
  name: string,
  initial: State,
  { outlivesClosing }: DraftStateOptions = {},
): [State, (state: State) => void, RestoredDraft] {
  const draft = useDraft<State>(name, outlivesClosing);
  const [found] = useState(() => draft.read());
  const [start] = useState(initial);
  const [state, setState] = useState(found ?? start);
  const isChanged = (now: State) => !isSameValue(now, start);
  const set = (next: State) => {
    setState(next);
    if (isChanged(next)) draft.save(next);
    else draft.clear();
  };
  const isRestored = found !== undefined && isChanged(state);
  return [state, set, { isRestored, discard: () => set(start) }];
}

/**
 * Keeps a text in this tab until it is sent or emptied.
 *
 * @returns the text, its setter, and how to take out what of it was sent: what was typed meanwhile stays.
 */
export function useDraftText(name: string): [string, (text: string) => void, (sent: string) => void] {
  const [text, setText] = useDraftState(name, '', { outlivesClosing: true });
  const latest = useRef(text);
  const set = (next: string) => {
    latest.current = next;
    setText(next);
  };
  const takeOut = (sent: string) => {
    if (latest.current.startsWith(sent)) set(latest.current.slice(sent.length).trimStart());
  };
  return [text, set, takeOut];
}
