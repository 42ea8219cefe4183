import type { TextInputProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { messages } from '#contract/call/messages.ts';
import { calendarDate } from '#contract/text/dates.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';
import { DateInput, type DateOptions } from '#web/ui/field/date-input.tsx';

type DateFilterProps = DateOptions & {
  /** Also the placeholder. */
  label: string;
  /** `YYYY-MM-DD`, from the URL. */
  value: string | undefined;
  /** Called once the field holds a date, or nothing. */
  onFilter: (date: string | undefined) => void;
} & Pick<TextInputProps, 'className' | 'error'>;

/** A date; what is none narrows nothing, and says so when left. */
export function DateFilter({ label, value = '', onFilter, error, ...rest }: DateFilterProps) {
  const text = useContractText();
  const [typed, setTyped] = useState(value);
  const [wasLeft, setLeft] = useState(false);
  const isDate = typed === '' || calendarDate.safeParse(typed).success;

  useEffect(() => {
    setTyped(value);
  }, [value]);

  const type = (next: string) => {
    setTyped(next);
    setLeft(false);
    const isComplete = next === '' || calendarDate.safeParse(next).success;
    if (isComplete && next !== value) onFilter(next || undefined);
  };

  return (
    <DateInput
      {...rest}
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={type}
      onBlur={() => setLeft(true)}
      error={wasLeft && !isDate ? text(messages.invalidDate) : error}
    />
  );
}
