import { TextInput, type TextInputProps } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { type FieldOf, useField } from './fields.tsx';

/** `HH:MM` or ''; a native field, so that times are typed in the system's format. */
export function TimeField<Values extends FieldValues, Output>({
  control,
  name,
  ...rest
}: FieldOf<Values, Output> & TextInputProps) {
  return <TextInput type="time" step={300} {...rest} {...useField({ control, name })} />;
}
