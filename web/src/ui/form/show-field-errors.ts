import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '#web/lib/api/api-error.ts';

/**
 * Shows a refusal beside its fields and focuses the first.
 *
 * @returns whether it named a field of the form.
 */
export function showFieldErrors<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const values = form.getValues();
  const known = Object.entries(error.fields).filter(([field]) => field in values);
  known.forEach(([field, message], at) => {
    form.setError(field as FieldPath<Values>, { type: 'server', message }, { shouldFocus: at === 0 });
  });
  return known.length > 0;
}
