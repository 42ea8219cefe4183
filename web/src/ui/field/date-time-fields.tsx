import { TextInput, type TextInputProps } from '@mantine/core';
import type { Ref } from 'react';
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

/** A `TimeInput` in a form. A part of a time stays the value, for the schema to say so. */
export function TimeField<Values extends FieldValues, Output>({
  control,
  name,
  ...rest
}: FieldOf<Values, Output> & TextInputProps) {
  return <TimeInput {...rest} {...useField({ control, name })} />;
}

/** A time without hour or minute, which schemas refuse. */
const unfinished = '--:--';

type TimeInputProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  ref?: Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
};

/**
 * A time of day, `HH:MM`, '' for none, or no valid time while a part is there. The system's own field, in its format.
 */
export function TimeInput({ value, onChange, ...rest }: TimeInputProps) {
  // A part of a time changes no value, so it has no event.
  const look = ({ value: time, validity }: HTMLInputElement) => {
    const next = validity.badInput ? unfinished : time;
    if (next !== value) onChange(next);
  };
  return (
    <TextInput
      {...rest}
      type="time"
      step={300}
      value={value === unfinished ? '' : value}
      onChange={(event) => look(event.currentTarget)}
      onKeyUp={(event) => look(event.currentTarget)}
    />
  );
}
