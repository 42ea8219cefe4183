import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm as useHookForm,
} from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { ZodType } from 'zod';
import type { Person } from '#contract/people.ts';
import { useStableWhilePressed } from '#web/lib/browser/press.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { session } from '#web/lib/session/session.ts';
import { InlineNotice } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { useFormDraft } from './drafts.tsx';
import { adoptSavedValues, leaveWithoutAsking } from './leave.ts';
import { FormFailure, showFieldErrors } from './refusals.tsx';

type Saving<Values extends FieldValues, Output> = {
  form: UseFormReturn<Values, unknown, Output>;
  show: (kept: Values) => boolean;
};

type FormOptions<Values extends FieldValues, Output> = {
  schema: ZodType<Output, Values> | Resolver<Values, unknown, Output>;
  record: NoInfer<Values>;
  isNew?: boolean;
  draft?: string;
  draftOutlivesClosing?: boolean;
  about?: unknown;
  /** @throws what the form then says: beside fields on screen, the rest as its `failure`. */
  save: (output: Output, saving: Saving<Values, Output>) => Promise<unknown>;
  saved?: string;
  onRefused?: (error: unknown, form: UseFormReturn<Values, unknown, Output>) => void;
  onClose?: () => void;
  nameOf?: (field: FieldPath<Values>) => string;
  lastModifiedBy?: Person | null;
  others?: readonly string[];
};

/**
 * The one form: it checks by a schema, keeps what is typed, saves once at a time and says each refusal.
 *
 * @returns React Hook Form's `form`; `submit`; `error`, of the last attempt, which `forget` takes back; `failure`, what
 *   of it no field on screen says; `draft`; and `dialog`, all of it for a `FormDialog`.
 */
export function useForm<Values extends FieldValues, Output>(options: FormOptions<Values, Output>) {
  const { schema, record, isNew = false, draft, about, nameOf, lastModifiedBy, others } = options;
  const form = useHookForm<Values, unknown, Output>({
    resolver: typeof schema === 'function' ? schema : zodResolver(schema),
    mode: 'onTouched',
    defaultValues: record as DefaultValues<Values>,
  });
  const { isDirty } = form.formState;
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>();
  const isBusy = useRef(false);
  const forget = () => setError(undefined);
  // First, as the draft's effect compares with the defaults that were drawn.
  const kept = useFormDraft(form, draft, about, options.draftOutlivesClosing);
  useFollowed(form.reset, record);

  const send = async (output: Output) => {
    const { save, saved, onRefused, onClose } = options;
    forget();
    const sent = structuredClone(form.getValues());
    try {
      await save(output, { form, show: (stored) => adoptSavedValues(form, sent, stored) });
      if (saved) toast.success(saved);
      if (onClose && (isNew || adoptSavedValues(form, sent, sent))) leaveWithoutAsking(onClose);
    } catch (refusal) {
      setError(refusal);
      showFieldErrors(form, refusal);
      onRefused?.(refusal, form);
    }
  };
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (isBusy.current) return;
    isBusy.current = true;
    setSaving(true);
    let checked: { output: Output } | undefined;
    await form.handleSubmit((output) => {
      checked = { output };
    })();
    // Once React Hook Form is done: else it would check a form that starts anew at each key.
    if (checked) await send(checked.output);
    isBusy.current = false;
    setSaving(false);
  };

  const failure: ReactNode = <FormFailure error={error} form={form} others={others} />;
  const restored = {
    ...kept,
    discard() {
      kept.discard();
      forget();
    },
  };
  const notice = nameOf && !isNew && lastModifiedBy !== undefined && (
    <RemoteChanges values={record} by={lastModifiedBy} nameOf={nameOf} isSaving={isSaving} />
  );
  return {
    form,
    isDirty,
    isSaving,
    submit,
    error,
    forget,
    failure,
    draft: restored,
    field: (name: FieldPath<Values>) => ({ control: form.control, name, label: nameOf?.(name) }),
    dialog: {
      isDirty,
      isSubmitting: isSaving,
      isSubmitDisabled: !isNew && !isDirty,
      onSubmit: submit,
      onClose: options.onClose ?? (() => undefined),
      draft: restored,
      failure,
      notice,
    },
  };
}

// React Hook Form's own `values` would make every other reset keep what is typed too, also one that discards it.
function useFollowed<Values extends FieldValues>(
  reset: (values: Values, options: { keepDirtyValues: boolean }) => void,
  record: Values,
): void {
  const followed = useRef(record);
  useEffect(() => {
    if (JSON.stringify(record) === JSON.stringify(followed.current)) return;
    followed.current = record;
    reset(record, { keepDirtyValues: true });
  }, [record, reset]);
}

type OutsideChangesProps<Field extends string> = {
  values: Readonly<Partial<Record<Field, unknown>>>;
  by: Person | null;
  nameOf: (field: Field) => string;
  isSaving: boolean;
};

// Says in a form who else changed which fields of its record.
function RemoteChanges<Field extends string>(props: OutsideChangesProps<Field>) {
  const { values, by, nameOf, isSaving } = props;
  const t = useTranslations('ui');
  const formats = useFormats();
  const before = useRef(values);
  const [found, setChange] = useState<{ by: Person | null; fields: Field[] }>();
  const change = useStableWhilePressed(found);
  useEffect(() => {
    const old = before.current;
    before.current = values;
    const fields = (Object.keys(values) as Field[]).filter((field) => values[field] !== old[field]);
    if (fields.length === 0) return;
    const isOwn = isSaving || (by !== null && by._id === session.get()?._id);
    setChange(isOwn ? undefined : { by, fields });
  }, [values, by, isSaving]);
  if (!change) return null;
  const fields = formats.all(change.fields.map(nameOf));
  return (
    <InlineNotice>
      {change.by ? t('changedByOther', { name: change.by.name, fields }) : t('changedElsewhere', { fields })}
    </InlineNotice>
  );
}
