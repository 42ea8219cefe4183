import { TextInput, type TextInputProps } from '@mantine/core';
import type { Ref } from 'react';

/** What a time field holds whose hour or minute is missing: no time, so that a schema refuses it. */
const unfinished = '--:--';

type TimeInputProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  ref?: Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
};

/**
 * A time of day, `HH:MM`, '' for none, or what no schema takes for a time while only a part of it is there. It is the
 * system's own field, so that times are typed in the system's format.
 */
export function TimeInput({ value, onChange, ...rest }: TimeInputProps) {
  // A part of a time is no change of the value, so there is no event of its own for it.
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
