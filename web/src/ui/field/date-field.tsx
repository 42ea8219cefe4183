import type { TextInputProps } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { DateInput, type DateOptions } from './date-input.tsx';
import { type FieldOf, useField } from './fields.tsx';

/** A `DateInput` in a form. What is no date stays the value, for the schema to say so. */
export function DateField<Values extends FieldValues, Output>({
  control,
  name,
  ...rest
}: FieldOf<Values, Output> & DateOptions & TextInputProps) {
  return <DateInput {...rest} {...useField({ control, name })} />;
}
