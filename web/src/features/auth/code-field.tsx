import { TextInput } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { type FieldOf, useField } from '#web/ui/field/fields.tsx';
import classes from './auth-card.module.css';

const digits = 6;

type CodeFieldProps<Values extends FieldValues> = FieldOf<Values> & { label: string; autoFocus?: boolean };

/** The six digits of an emailed code: typed, pasted in any format ('123 456') or filled in by the phone. */
export function CodeField<Values extends FieldValues>({ control, name, ...rest }: CodeFieldProps<Values>) {
  const field = useField({ control, name });
  return (
    <TextInput
      {...rest}
      {...field}
      onChange={(event) => field.onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, digits))}
      inputMode="numeric"
      autoComplete="one-time-code"
      classNames={{ input: classes.code }}
    />
  );
}
