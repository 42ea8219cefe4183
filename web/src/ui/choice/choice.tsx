import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { type KeyboardEvent, type Ref, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './choice.module.css';
import { matching, type Option, type OptionGroup } from './match-option.ts';

type ChoiceProps = Omit<NativeSelectProps, 'data' | 'children' | 'classNames' | 'onChange'> & {
  ref?: Ref<HTMLSelectElement>;
  data: (Option | OptionGroup)[];
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  /** Allows none. */
  clearable?: boolean;
  /** What is typed meanwhile is applied when they arrive. */
  isLoading?: boolean;
};

/**
 * One of several choices, in the browser's select: it opens at once, finds what is typed, and is a phone's own
 * picker. For many choices: `SearchChoice`.
 */
export function Choice({ data, value, onChange, placeholder, clearable, isLoading, ...rest }: ChoiceProps) {
  const t = useTranslations('ui');
  const isEmpty = placeholder !== undefined && value === '';
  const [sought, setSought] = useState('');
  useEffect(() => {
    if (isLoading || !sought) return;
    setSought('');
    const found = matching(data, sought);
    if (found) onChange(found.value);
  }, [isLoading, sought, data, onChange]);
  const collect = (event: KeyboardEvent) => {
    if (!isLoading || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = event.key === 'Backspace' ? sought.slice(0, -1) : sought + event.key;
    if (event.key !== 'Backspace' && (event.key.length > 1 || next === ' ')) return;
    event.preventDefault();
    setSought(next);
  };
  return (
    <NativeSelect
      {...rest}
      classNames={{ input: isEmpty ? `${classes.input} ${classes.empty}` : classes.input }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={collect}
      aria-busy={isLoading || undefined}
      // A dialog's scroll lock would take the open list's wheel.
      onWheel={(event) => event.stopPropagation()}
    >
      {placeholder !== undefined && (
        <option value="" hidden={!clearable}>
          {isLoading ? sought || t('loading') : placeholder}
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
