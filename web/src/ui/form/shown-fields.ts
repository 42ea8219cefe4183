import { useLayoutEffect } from 'react';
import type { Control, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

const shownFields = new WeakMap<object, string[]>();

/** Notes that a form's field is on screen, where a refusal of it shows. */
export function useShownField<Values extends FieldValues, Output>(
  control: Control<Values, unknown, Output>,
  name: FieldPath<Values>,
): void {
  useLayoutEffect(() => {
    const names = shownFields.get(control) ?? [];
    shownFields.set(control, names);
    names.push(name);
    return () => void names.splice(names.indexOf(name), 1);
  }, [control, name]);
}

/** Tells whether a field of a form is on screen, so that a refusal of it shows there. */
export function isFieldShown<Values extends FieldValues, Output>(
  { control }: UseFormReturn<Values, unknown, Output>,
  name: string,
): boolean {
  return shownFields.get(control)?.includes(name) === true;
}
