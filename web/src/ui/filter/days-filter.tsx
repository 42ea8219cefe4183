import type { TextInputProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { fillPlaceholders, messages } from '#contract/call/messages.ts';
import { addDays, calendarDate, daysBetween } from '#contract/text/dates.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';
import { DateInput, type DateOptions } from '#web/ui/field/date-input.tsx';
import classes from './filters.module.css';

type Days = { startDate?: string; endDate?: string };

type DaysFilterProps = {
  value: Days;
  today: string;
  longest?: number;
  onFilter: (change: Days) => void;
};

/** Narrows a list to the days from one date to another. `longest`: the most days. */
export function DaysFilter({ value: { startDate, endDate }, today, longest, onFilter }: DaysFilterProps) {
  const t = useTranslations('ui');
  const text = useContractText();
  const last = endDate ?? (longest === undefined ? undefined : today);
  const count = startDate && last ? daysBetween(startDate, last) + 1 : undefined;
  const isTurned = endDate !== undefined && count !== undefined && count < 1;
  const isLong = longest !== undefined && count !== undefined && count > longest;
  const latest = longest && startDate ? addDays(startDate, longest - 1) : today;
  return (
    <>
      <div className={classes.date}>
        <DateFilter
          label={t('startDate')}
          today={today}
          yearless="last"
          minDate={longest === undefined || !last ? undefined : addDays(last, 1 - longest)}
          maxDate={endDate ?? today}
          value={startDate}
          onFilter={(date) => onFilter({ startDate: date })}
        />
      </div>
      <div className={classes.date}>
        <DateFilter
          label={t('endDate')}
          today={today}
          yearless="last"
          minDate={startDate}
          maxDate={latest < today ? latest : today}
          value={endDate}
          onFilter={(date) => onFilter({ endDate: date })}
          error={
            isTurned
              ? text(messages.endBeforeStart)
              : isLong && text(fillPlaceholders(messages.tooManyDays, { max: longest }))
          }
        />
      </div>
    </>
  );
}

type DateFilterProps = DateOptions & {
  label: string;
  value: string | undefined;
  onFilter: (date: string | undefined) => void;
} & Pick<TextInputProps, 'className' | 'error'>;

function DateFilter({ label, value = '', onFilter, ...rest }: DateFilterProps) {
  const [typed, setTyped] = useState(value);

  useEffect(() => {
    setTyped(value);
  }, [value]);

  const type = (next: string) => {
    setTyped(next);
    const isComplete = next === '' || calendarDate.safeParse(next).success;
    if (isComplete && next !== value) onFilter(next || undefined);
  };

  return <DateInput {...rest} aria-label={label} placeholder={label} value={typed} onChange={type} />;
}
