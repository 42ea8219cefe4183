import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useStableWhilePressed } from '#web/lib/browser/press.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { isFieldShown } from './shown-fields.ts';

type FormFailureProps<Values extends FieldValues, Output> = {
  error: unknown;
  form?: UseFormReturn<Values, unknown, Output>;
  others?: readonly string[];
};

/** Says what of a refusal no field on screen says; nothing if that is all. */
export function FormFailure<Values extends FieldValues, Output>(props: FormFailureProps<Values, Output>) {
  const { error, form, others } = props;
  const errorText = useErrorText();
  const rest = omitFieldErrors(error, form, others);
  const text = useStableWhilePressed(rest ? errorText(rest) : undefined);
  return text === undefined ? null : <Notice>{text}</Notice>;
}

/**
 * Shows a refusal beside those of its fields that are on screen, and focuses the first.
 *
 * @returns what they do not say, for a `FormFailure` or `useErrorText`; undefined: nothing.
 */
export function showFieldErrors<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
): unknown {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  const shown = fields.filter(([field]) => isFieldShown(form, field));
  shown.forEach(([field, message], at) => {
    form.setError(field as FieldPath<Values>, { type: 'server', message }, { shouldFocus: at === 0 });
  });
  return omitFieldErrors(error, form);
}

/** @returns the error without what the fields on screen and `others` say; undefined if that is all. */
export function omitFieldErrors<Values extends FieldValues, Output>(
  error: unknown,
  form?: UseFormReturn<Values, unknown, Output>,
  others: readonly string[] = [],
): unknown {
  if (!(error instanceof ApiError)) return error ?? undefined;
  const fields = Object.entries(error.fields);
  const rest = fields.filter(([field]) => !others.includes(field) && !(form && isFieldShown(form, field)));
  if (rest.length === fields.length) return error;
  return rest.length === 0 ? undefined : error.withFields(Object.fromEntries(rest));
}
