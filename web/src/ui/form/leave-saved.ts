import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { leaveWithoutAsking } from './use-unsaved-guard.tsx';

/**
 * Makes the saved values the form's own; what was typed while they were being saved stays on top, unsaved.
 *
 * @param sent the values when sent, in a copy of their own if they have parts.
 * @returns whether nothing was typed meanwhile.
 */
export function takeSaved<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  sent: Values,
  saved: Values,
): boolean {
  const now = form.getValues();
  const typedOn = Object.keys(now).filter((field) => !isSame(now[field], sent[field]));
  form.reset(saved as DefaultValues<Values>);
  if (typedOn.length === 0) return true;
  const both = { ...saved, ...Object.fromEntries(typedOn.map((field) => [field, now[field]])) };
  form.reset(both as DefaultValues<Values>, { keepDefaultValues: true });
  return false;
}

/** Leaves a saved form, unless something was typed meanwhile ({@link takeSaved}). */
export function leaveSaved<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  sent: Values,
  saved: Values,
  leave: () => void,
): void {
  if (takeSaved(form, sent, saved)) leaveWithoutAsking(leave);
}

/** @returns whether the form is unchanged since `sent`. */
export function isAsSent<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  sent: Values,
): boolean {
  return isSame(form.getValues(), sent);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
