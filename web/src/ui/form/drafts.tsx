import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { type Draft, getDraft, useDraft } from '#web/lib/browser/drafts.ts';
import { omitPasswords } from '#web/lib/session/without-passwords.ts';
import { InlineNotice } from '#web/ui/feedback/notice.tsx';
import { hasUnsavedTyping, isSameValue } from './leave.ts';

export type RestoredDraft = { isRestored: boolean; discard: () => void };

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
 */
export function useFormDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: string | undefined,
  about: unknown = null,
): RestoredDraft {
  const { reset, subscribe, getValues } = form;
  const { isDirty } = form.formState;
  const draft: Draft<Kept<Values>> = useDraft(name);
  // At once: lists of fields and what watches a field take their first values from the form.
  const [found] = useState(() => {
    const kept = draft.read();
    const values = { ...getValues(), ...(kept && typedOf(kept)) };
    if (isSameValue(values, getValues())) return undefined;
    reset(values, { keepDefaultValues: true });
    return values;
  });
  const [isRestored, setRestored] = useState(found !== undefined);
  const latest = useRef(about);
  latest.current = about;
  const keep = useCallback(
    (values: Values) => {
      const base = form.control._defaultValues as Partial<Values>;
      draft.save({ values: omitPasswords(values), base: omitPasswords(base), about: latest.current });
    },
    [draft, form],
  );

  // Taking in others' changes makes the form clean for a moment; a restored one is dirty before it has rendered so.
  useEffect(() => {
    if (isDirty || hasUnsavedTyping(form)) return keep(getValues());
    draft.clear();
    setRestored(false);
  }, [isDirty, form, draft, getValues, keep]);

  // Once the form hears of it, and before the first key reaches a field: what it types would be written over.
  useLayoutEffect(() => {
    if (found) reset(found, { keepDefaultValues: true });
  }, [found, reset]);
  useLayoutEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [keep, subscribe],
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

/**
 * `useState` for a modal's choices, which survive a reload.
 *
 * @param name unique in the app, with the record's id.
 * @returns the state, its setter, and the modal's `draft`.
 */
export function useDraftState<State>(
  name: string,
  initial: State,
): [State, (state: State) => void, RestoredDraft] {
  const draft = useDraft<State>(name);
  const [found] = useState(() => draft.read());
  const [start] = useState(initial);
  const [state, setState] = useState(found ?? start);
  const isChanged = !isSameValue(state, start);
  useEffect(() => {
    if (isChanged) draft.save(state);
    else draft.clear();
  }, [draft, state, isChanged]);
  const isRestored = found !== undefined && isChanged;
  return [state, setState, { isRestored, discard: () => setState(start) }];
}

/**
 * `useState` for a text that stays in this tab until emptied.
 *
 * @param name unique in the app, with the record's id.
 * @returns the text, its setter, and how to take out what of it was sent: what was typed meanwhile stays.
 */
export function useDraftText(name: string): [string, (text: string) => void, (sent: string) => void] {
  const draft = useMemo(() => getDraft<string>(name), [name]);
  const [text, setText] = useState(() => draft.read() ?? '');
  const now = useRef(text);
  const set = (next: string) => {
    now.current = next;
    setText(next);
    if (next) draft.save(next);
    else draft.clear();
  };
  const takeOut = (sent: string) => {
    if (now.current.startsWith(sent)) set(now.current.slice(sent.length).trimStart());
  };
  return [text, set, takeOut];
}
