import { type ComboboxParsedItem, Select, type SelectProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type SyntheticEvent, useEffect, useMemo, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { type FieldBinding, useField } from '#web/ui/field/fields.tsx';
import classes from './choice.module.css';

const pause = 250;

type SearchChoiceProps = SelectProps & {
  onSearch?: (text: string) => void;
};

/** Lets the user choose one of many by typing. Options open inside the dialog, which would otherwise hide or close them. */
export function SearchChoice({ onSearch, onDropdownOpen, onDropdownClose, ...props }: SearchChoiceProps) {
  const t = useTranslations('ui');
  const selectWords = (event: SyntheticEvent<HTMLInputElement>) => {
    event.currentTarget.select();
  };
  // Mantine sets the list's id only once open: rendering again has the field refer to it.
  const [isOpen, setOpen] = useState(false);
  const [, setTold] = useState(false);
  useEffect(() => {
    const later = setTimeout(() => setTold(isOpen));
    return () => clearTimeout(later);
  }, [isOpen]);
  const search = useDebouncedCallback((typed: string) => onSearch?.(typed.trim()), pause);
  const follow = (opens: boolean) => {
    setOpen(opens);
    if (opens) onDropdownOpen?.();
    else onDropdownClose?.();
  };
  const forget = () => {
    search.cancel();
    onSearch?.('');
  };
  const found: Partial<SelectProps> | undefined = onSearch && {
    onInput: (event) => search(event.currentTarget.value),
    filter: ({ options }) => options,
    onOptionSubmit: forget,
    onClear: forget,
    onBlur: forget,
  };
  return (
    <Select
      searchable
      comboboxProps={{ withinPortal: false, keepMounted: false, transitionProps: { duration: 0 } }}
      checkIconPosition="right"
      allowDeselect={false}
      withScrollArea={false}
      classNames={{ options: classes.options }}
      selectFirstOptionOnChange
      clearButtonProps={{ 'aria-label': t('clear') }}
      onDropdownOpen={() => follow(true)}
      onDropdownClose={() => follow(false)}
      onFocus={selectWords}
      onClick={selectWords}
      {...found}
      {...props}
    />
  );
}

type FindFieldProps<Values extends FieldValues, Output> = FieldBinding<Values, Output> &
  Omit<SelectProps, 'data' | 'filter' | 'searchable' | 'value' | 'onChange'> & {
    choices: readonly { value: string; label: string; words: string }[];
  };

/** Lets the user choose one of very many in a form, by parts of words in any order, ignoring accents. */
export function SearchChoiceField<Values extends FieldValues, Output>({
  choices,
  control,
  name,
  ...rest
}: FindFieldProps<Values, Output>) {
  const t = useTranslations('ui');
  const field = useField({ control, name });
  const findable = useMemo(
    () => new Map(choices.map(({ value, label, words }) => [value, plain(`${label} ${words}`)])),
    [choices],
  );
  const find = ({ options, search }: { options: ComboboxParsedItem[]; search: string }) => {
    const wanted = plain(search).split(/\s+/);
    return options.filter(
      (option) => 'value' in option && wanted.every((word) => findable.get(option.value)?.includes(word)),
    );
  };
  return (
    <SearchChoice
      {...rest}
      {...field}
      value={field.value || null}
      onChange={(value) => field.onChange(value ?? '')}
      data={choices.map(({ value, label }) => ({ value, label }))}
      filter={find}
      nothingFoundMessage={t('noMatch')}
    />
  );
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();
}
