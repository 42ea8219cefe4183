import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { leaveFreely } from './use-unsaved-guard.tsx';

/**
 * Leaves a saved form. If something was typed meanwhile, it stays open with that on the saved values.
 *
 * @param sent the values when sent.
 * @param saved the values as saved.
 */
export function leaveSaved<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  sent: Values,
  saved: Values,
  leave: () => void,
): void {
  const now = form.getValues();
  const typedOn = Object.keys(now).filter((field) => now[field] !== sent[field]);
  form.reset(saved as DefaultValues<Values>);
  if (typedOn.length === 0) leaveFreely(leave);
  else {
    const both = { ...saved, ...Object.fromEntries(typedOn.map((field) => [field, now[field]])) };
    form.reset(both as DefaultValues<Values>, { keepDefaultValues: true });
  }
}

/** @returns whether the form is unchanged since `sent`. */
export function isAsSent<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  sent: Values,
): boolean {
  return JSON.stringify(form.getValues()) === JSON.stringify(sent);
}
