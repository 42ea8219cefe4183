import type { TextInputProps } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { DateInput, type DateOptions } from './date-input.tsx';
import { type FieldOf, useField } from './fields.tsx';

/**
 * A calendar date of a form, typed or picked. The form's value is `YYYY-MM-DD`, '' for none, or what was typed when it is no
 * date, so that the form's schema can say so.
 */
export function DateField<Values extends FieldValues, Output>({
  control,
  name,
  ...rest
}: FieldOf<Values, Output> & DateOptions & TextInputProps) {
  return <DateInput {...rest} {...useField({ control, name })} />;
}
