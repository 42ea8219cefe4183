import { TextInput, type TextInputProps } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { type FieldOf, useField } from './fields.tsx';

/** A time of day, `HH:MM` or ''; the browser's own field, so that it is typed the way the person's system writes times. */
export function TimeField<Values extends FieldValues, Output>({
  control,
  name,
  ...rest
}: FieldOf<Values, Output> & TextInputProps) {
  return <TextInput type="time" step={300} {...rest} {...useField({ control, name })} />;
}
