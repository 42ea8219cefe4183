import { TextInput, type TextInputProps } from '@mantine/core';
import type { Ref } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { messages } from '#contract/call/messages.ts';
import { timeOfDay } from '#contract/text/dates.ts';
import { readTimeOfDay } from '#contract/text/read-time.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { DateInput, type DateOptions } from './date-input.tsx';
import { type FieldBinding, useField } from './fields.tsx';
import { useTypedError, useTypedText } from './typed-text.ts';

/** Shows a `DateInput` in a form. What is no date stays the value, for the schema to say so. */
export function DateField<Values extends FieldValues, Output>({
  control,
  name,
  ...rest
}: FieldBinding<Values, Output> & DateOptions & TextInputProps) {
  return <DateInput {...rest} {...useField({ control, name })} />;
}

/** Shows a `TimeInput` in a form. What is no time stays the value, for the schema to say so. */
export function TimeField<Values extends FieldValues, Output>({
  control,
  name,
  ...rest
}: FieldBinding<Values, Output> & TextInputProps) {
  return <TimeInput {...rest} {...useField({ control, name })} />;
}

type TimeInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> & {
  ref?: Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
};

/**
 * Takes a time of day, typed in any of the ways that {@link readTimeOfDay} reads (`330p`, `15.30`, `৩:৩০`). Its value is `HH:MM`, empty
 * for none, or what was typed where that is no time, which the field says once it is left.
 */
export function TimeInput({ value, onChange, onBlur, error, ...rest }: TimeInputProps) {
  const t = useTranslations('ui');
  const formats = useFormats();
  const isTime = timeOfDay.safeParse(value).success;
  const written = isTime ? formats.time(value).replace('\u00a0', ' ') : value;
  const { text, isTyping, ...typing } = useTypedText(value, written);
  const shownError = useTypedError(isTyping, value === '' || isTime, messages.invalidTime, error);
  const type = (typed: string) => {
    const read = readTimeOfDay(typed) ?? typed.trim();
    typing.type(typed, read);
    onChange(read);
  };
  return (
    <TextInput
      placeholder={t('typeTime')}
      autoComplete="off"
      // Typing replaces the time, as it is too short to be edited.
      onFocus={(event) => event.currentTarget.select()}
      {...rest}
      error={shownError}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => {
        typing.leave();
        onBlur?.();
      }}
      onKeyDown={(event) => event.key === 'Enter' && typing.leave()}
    />
  );
}
