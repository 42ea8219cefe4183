import { TextInput } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import classes from './code-field.module.css';
import { type FieldOf, useField } from './fields.tsx';

const digits = 6;

type CodeFieldProps<Values extends FieldValues, Output> = FieldOf<Values, Output> & {
  label: string;
  autoFocus?: boolean;
  'data-autofocus'?: boolean;
  /** The last digit is there. */
  onComplete?: () => void;
};

/** A code of six digits: typed, pasted in any format ('123 456') or filled in by the phone. */
export function CodeField<Values extends FieldValues, Output>({
  control,
  name,
  onComplete,
  ...rest
}: CodeFieldProps<Values, Output>) {
  const field = useField({ control, name });
  const take = (typed: string) => {
    const code = typed.replace(/\D/g, '').slice(0, digits);
    const isCompleted = code.length === digits && code !== field.value;
    field.onChange(code);
    if (isCompleted) onComplete?.();
  };
  return (
    <TextInput
      {...rest}
      {...field}
      onChange={(event) => take(event.currentTarget.value)}
      inputMode="numeric"
      autoComplete="one-time-code"
      classNames={{ input: classes.code }}
    />
  );
}
