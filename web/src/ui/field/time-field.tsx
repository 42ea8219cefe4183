import type { TextInputProps } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { type FieldOf, useField } from './fields.tsx';
import { TimeInput } from './time-input.tsx';

/** A `TimeInput` in a form. A part of a time stays the value, for the schema to say so. */
export function TimeField<Values extends FieldValues, Output>({
  control,
  name,
  ...rest
}: FieldOf<Values, Output> & TextInputProps) {
  return <TimeInput {...rest} {...useField({ control, name })} />;
}
