import type { ComboboxParsedItem, SelectProps } from '@mantine/core';
import { useMemo } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { SearchChoice } from '#web/ui/choice/search-choice.tsx';
import { type FieldOf, useField } from '#web/ui/field/fields.tsx';

type FindFieldProps<Values extends FieldValues, Output> = FieldOf<Values, Output> &
  Omit<SelectProps, 'data' | 'filter' | 'searchable' | 'value' | 'onChange'> & {
    /** `words` find it beside its label. */
    choices: readonly { value: string; label: string; words: string }[];
  };

/** One of very many choices, by parts of words in any order, ignoring accents. */
export function FindField<Values extends FieldValues, Output>({
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
