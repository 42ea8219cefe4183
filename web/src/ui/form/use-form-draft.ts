import { useEffect, useRef, useState } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { type Draft, useDraft } from '#web/lib/browser/drafts.ts';
import { withoutPasswords } from '#web/lib/session/without-passwords.ts';

type FormDraft<Values, About> = Draft<{ values: Values; about: About }>;

export type RestoredDraft = { isRestored: boolean; discard: () => void };

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Keeps a form's values in a draft while they differ from its defaults, and restores them when it opens again.
 *
 * @param about kept beside the values; read from the draft before the first render.
 */
export function useFormDraft<Values extends FieldValues, Output, About>(
  form: UseFormReturn<Values, unknown, Output>,
  draft: FormDraft<Partial<Values>, About>,
  about: About,
): RestoredDraft {
  const { reset, subscribe, getValues } = form;
  const { isDirty } = form.formState;
  const [isRestored, setRestored] = useState(false);
  const latest = useRef(about);
  latest.current = about;
  const [found] = useState(() => draft.read());

  // Taking in others' changes makes the form clean for a moment.
  useEffect(() => {
    if (isDirty) return draft.keep({ values: withoutPasswords(getValues()), about: latest.current });
    draft.forget();
    setRestored(false);
  }, [isDirty, draft, getValues]);

  useEffect(() => {
    const stop = subscribe({
      formState: { values: true },
      callback: ({ values }) => draft.keep({ values: withoutPasswords(values), about: latest.current }),
    });
    const values = { ...getValues(), ...found?.values };
    if (found && !isSame(values, getValues())) {
      reset(values, { keepDefaultValues: true });
      setRestored(true);
    }
    return stop;
  }, [draft, found, reset, subscribe, getValues]);

  const discard = () => {
    reset(form.formState.defaultValues as DefaultValues<Values>);
    draft.forget();
  };
  return { isRestored: isRestored && isDirty, discard };
}

/** {@link useFormDraft} without `about`. @param name unique in the app, with the record's id. */
export function useKeptForm<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: string,
): RestoredDraft {
  return useFormDraft(form, useDraft<{ values: Partial<Values>; about: null }>(name), null);
}
