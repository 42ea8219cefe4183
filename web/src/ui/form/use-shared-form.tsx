import { type ReactNode, useEffect, useState } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { ZodType } from 'zod';
import { getDraft } from '#web/lib/browser/drafts.ts';
import { InlineNotice } from '#web/ui/feedback/notice.tsx';
import { hasUnsavedTyping, isSameValue } from './leave.ts';
import { useForm } from './use-form.tsx';

export type SharedFormOptions<Stored, Values extends FieldValues, Output> = {
  stored: Stored;
  schema: ZodType<Output, Values>;
  recordOf: (stored: Stored) => Values;
  draft: string;
  /** @param seen what the output replaces. @returns what is kept. @throws ApiError 409 when it is another by now. */
  save: (output: Output, seen: Stored) => Promise<Stored>;
  onSaved?: () => void;
};

/**
 * Makes a form, as `useForm` does, of what is saved as a whole. Untouched it follows others' changes; otherwise `notice` says that there
 * are some, after a reload too.
 */
export function useSharedForm<Stored, Values extends FieldValues, Output>(
  options: SharedFormOptions<Stored, Values, Output>,
) {
  const { stored, schema, recordOf, draft, save, onSaved } = options;
  const t = useTranslations('ui');
  const [base, setBase] = useState(
    () => getDraft<{ about: { base: Stored } | null }>(draft).read()?.about?.base ?? stored,
  );
  const [record] = useState(() => recordOf(base));
  const edited = useForm<Values, Output>({
    schema,
    record,
    draft,
    about: { base },
    async save(output, { show }) {
      const kept = await save(output, stored);
      setBase(kept);
      show(recordOf(kept));
      onSaved?.();
    },
  });
  const { form, isDirty, forget } = edited;
  const { reset } = form;
  const isTheirs = !isSameValue(recordOf(stored), recordOf(base));
  // Once `isDirty` changes, too.
  useEffect(() => {
    if (stored === base || (isTheirs && (isDirty || hasUnsavedTyping(form)))) return;
    if (isTheirs) reset(recordOf(stored) as DefaultValues<Values>);
    setBase(stored);
  }, [stored, base, isDirty, isTheirs, form, reset, recordOf]);
  const showTheirs = () => {
    forget();
    reset(recordOf(stored) as DefaultValues<Values>);
  };
  const notice: ReactNode = isDirty && isTheirs && (
    <InlineNotice action={t('showTheirs')} onAction={showTheirs}>
      {t('changedMeanwhile')}
    </InlineNotice>
  );
  return { ...edited, notice };
}
