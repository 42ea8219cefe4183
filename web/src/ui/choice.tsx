import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import type { Ref } from 'react';
import classes from './choice.module.css';

export type Option = { value: string; label: string };
export type OptionGroup = { group: string; items: Option[] };

type ChoiceProps = Omit<NativeSelectProps, 'data' | 'children' | 'classNames' | 'onChange'> & {
  ref?: Ref<HTMLSelectElement>;
  data: (Option | OptionGroup)[];
  value: string;
  onChange: (value: string) => void;
  /** Shown while nothing, '', is chosen. */
  placeholder?: string;
  /** '' may be chosen again. */
  clearable?: boolean;
};

/**
 * One of several choices, in the browser's own select: it opens at once, goes to what is typed, and on a phone it is the
 * phone's own. Where the choices are many, `SearchChoice` finds them by any part.
 */
export function Choice({ data, value, onChange, placeholder, clearable, ...rest }: ChoiceProps) {
  const isEmpty = placeholder !== undefined && value === '';
  return (
    <NativeSelect
      {...rest}
      classNames={{ input: isEmpty ? `${classes.input} ${classes.empty}` : classes.input }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      // The scroll lock of a dialog would take the wheel away from the open list.
      onWheel={(event) => event.stopPropagation()}
    >
      {placeholder !== undefined && (
        <option value="" hidden={!clearable}>
          {placeholder}
        </option>
      )}
      {data.map((one) =>
        'group' in one ? (
          <optgroup key={one.group} label={one.group}>
            <Options of={one.items} />
          </optgroup>
        ) : (
          <Options key={one.value} of={[one]} />
        ),
      )}
    </NativeSelect>
  );
}

function Options({ of }: { of: Option[] }) {
  return of.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
