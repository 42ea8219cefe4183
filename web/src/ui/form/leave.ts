import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';

/** While `isFree`, a navigation leaves a form without a question. */
export const navigationGuard = { isFree: false };

/** Leaves a saved form without a question, even before the form renders as clean. */
export function leaveWithoutAsking(leave: () => void): void {
  navigationGuard.isFree = true;
  leave();
}

/**
 * Makes the saved values the form's own; what was typed while they were being saved stays on top, unsaved.
 *
 * @param sent the values when sent, in a copy of their own if they have parts.
 * @returns whether nothing was typed meanwhile.
 */
export function adoptSavedValues<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  sent: Values,
  saved: Values,
): boolean {
  const now = form.getValues();
  const typedOn = Object.keys(now).filter((field) => !isSameValue(now[field], sent[field]));
  form.reset(saved as DefaultValues<Values>);
  if (typedOn.length === 0) return true;
  const both = { ...saved, ...Object.fromEntries(typedOn.map((field) => [field, now[field]])) };
  form.reset(both as DefaultValues<Values>, { keepDefaultValues: true });
  return false;
}

/** Empties a text that was sent; what was typed behind it meanwhile stays. */
export function clearSentText<Output>(
  form: UseFormReturn<{ text: string }, unknown, Output>,
  sent: string,
): void {
  const now = form.getValues('text');
  form.reset({ text: '' });
  const rest = now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
  if (rest) form.setValue('text', rest, { shouldDirty: true });
}

/** Tells in an effect whether a form differs from its defaults, also by a key that it has not rendered yet. */
export function hasUnsavedTyping<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
): boolean {
  return !isSameValue(form.getValues(), form.formState.defaultValues);
}

/** Tells whether two values of a form are the same, also lists and objects. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
