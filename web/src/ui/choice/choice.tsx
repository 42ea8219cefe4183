import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type KeyboardEvent, type Ref, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStableWhilePressed } from '#web/lib/browser/press.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import classes from './choice.module.css';

type Option = { value: string; label: string };
type OptionGroup = { group: string; items: Option[] };

/** @returns the first choice that starts with, or else contains, what was typed. */
export function findMatchingOption(data: (Option | OptionGroup)[], typed: string): Option | undefined {
  const options = data.flatMap((one) => ('group' in one ? one.items : [one]));
  const wanted = typed.trim().toLocaleLowerCase();
  const begins = options.find(({ label }) => label.toLocaleLowerCase().startsWith(wanted));
  return begins ?? options.find(({ label }) => label.toLocaleLowerCase().includes(wanted));
}

type ChoiceProps = Omit<NativeSelectProps, 'data' | 'children' | 'classNames' | 'onChange'> & {
  ref?: Ref<HTMLSelectElement>;
  data: (Option | OptionGroup)[];
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  clearable?: boolean;
  isLoading?: boolean;
  failure?: ChoicesFailure;
};

type ChoicesFailure = { error: unknown; onRetry: () => void };

/** @returns for a `Choice`, the failure of the query that its choices come from. */
export function toChoicesFailure({
  data,
  error,
  refetch,
}: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>): ChoicesFailure | undefined {
  return error && data === undefined ? { error, onRetry: () => void refetch() } : undefined;
}

/**
 * Lets the user choose one of several, in the browser's select: it opens at once, finds what is typed, and is a phone's own picker. For
 * many choices there is `SearchChoice`.
 */
export function Choice(props: ChoiceProps) {
  const { data, value, onChange, placeholder, clearable, isLoading, failure, ...rest } = props;
  const t = useTranslations('ui');
  const errorText = useErrorText();
  const error = useStableWhilePressed(props.error);
  const failed = useStableWhilePressed(failure && errorText(failure.error));
  const isEmpty = placeholder !== undefined && value === '';
  const [sought, setSought] = useState('');
  useEffect(() => {
    if (isLoading || !sought) return;
    setSought('');
    const found = findMatchingOption(data, sought);
    if (found) onChange(found.value);
  }, [isLoading, sought, data, onChange]);
  // The browser's own search does not hear keys that were pressed before the field was there and are handed over.
  const collect = (event: KeyboardEvent) => {
    if ((!isLoading && event.isTrusted) || event.ctrlKey || event.metaKey || event.altKey) return;
    const isBack = event.key === 'Backspace';
    if (!isBack && (event.key.length > 1 || (event.key === ' ' && !sought))) return;
    event.preventDefault();
    setSought((all) => (isBack ? all.slice(0, -1) : all + event.key));
  };
  return (
    <NativeSelect
      {...rest}
      error={
        failed ? (
          <>
            {failed}{' '}
            <button type="button" className={classes.retry} onClick={failure?.onRetry}>
              {t('retry')}
            </button>
          </>
        ) : (
          error
        )
      }
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
          {isLoading ? sought || t('loading') : failure ? t('choicesFailed') : placeholder}
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
