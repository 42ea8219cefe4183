import { useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import toast from 'react-hot-toast';
import type { ZodType } from 'zod';
import type { Person } from '#contract/people.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { leaveSaved } from './leave-saved.ts';
import { OutsideChanges } from './outside-changes.tsx';
import { showFieldErrors } from './show-field-errors.ts';
import { useKeptForm } from './use-form-draft.ts';
import { useSchemaForm } from './use-schema-form.ts';
import { leaveWithoutAsking } from './use-unsaved-guard.tsx';

type RecordForm<Values extends FieldValues, Output> = {
  schema: ZodType<Output, Values>;
  /** The server's record, or a new one's initial values. */
  values: NoInfer<Values>;
  /** Null: unknown. */
  lastModifiedBy?: Person | null;
  isNew?: boolean;
  /** The draft's name, unique in the app, with the record's id. */
  draft: string;
  nameOf: (field: FieldPath<Values>) => string;
  /** @param isChanged whether the user changed a field. */
  save: (output: Output, isChanged: (field: FieldPath<Values>) => boolean) => Promise<unknown>;
  saved: string;
  onClose: () => void;
};

/**
 * The form of a dialog that adds or edits a record. Fields that others change follow unless edited here, and the
 * dialog says who changed what.
 *
 * @returns the form; `field`, which names its fields; `dialog` for the `FormDialog`.
 */
export function useRecordForm<Values extends FieldValues, Output>(props: RecordForm<Values, Output>) {
  const { schema, values, lastModifiedBy = null, isNew = false, draft, nameOf, save, saved, onClose } = props;
  const errorText = useErrorText();
  const [failure, setFailure] = useState<string>();
  const form = useSchemaForm(schema, { values });
  const { isDirty, isSubmitting } = form.formState;
  const restored = useKeptForm(form, draft);

  const submit = form.handleSubmit(async (output) => {
    setFailure(undefined);
    const sent = form.getValues();
    try {
      await save(output, (field) => form.getFieldState(field).isDirty);
      toast.success(saved);
      if (isNew) leaveWithoutAsking(onClose);
      else leaveSaved(form, sent, sent, onClose);
    } catch (error) {
      const rest = showFieldErrors(form, error);
      if (rest) setFailure(errorText(rest));
    }
  });

  const notice = (
    <>
      {!isNew && (
        <OutsideChanges values={values} by={lastModifiedBy} nameOf={nameOf} isSaving={isSubmitting} />
      )}
      {failure && <Notice>{failure}</Notice>}
    </>
  );
  const isSubmitDisabled = !isNew && !isDirty;
  return {
    form,
    field: (name: FieldPath<Values>) => ({ control: form.control, name, label: nameOf(name) }),
    dialog: { isDirty, isSubmitting, isSubmitDisabled, onSubmit: submit, onClose, draft: restored, notice },
  };
}
