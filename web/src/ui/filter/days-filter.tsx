import type { TextInputProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { fill, messages } from '#contract/call/messages.ts';
import { addDays, calendarDate, daysBetween } from '#contract/text/dates.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';
import { DateInput, type DateOptions } from '#web/ui/field/date-input.tsx';
import classes from './filters.module.css';

/** `YYYY-MM-DD`, both included, either may be open. */
type Days = { startDate?: string; endDate?: string };

type DaysFilterProps = {
  value: Days;
  today: string;
  /** So many days at most; an end that is not chosen is today. */
  longest?: number;
  onFilter: (change: Days) => void;
};

/** Narrows a list to past days. */
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
              : isLong && text(fill(messages.tooManyDays, { max: longest }))
          }
        />
      </div>
    </>
  );
}

type DateFilterProps = DateOptions & {
  /** Also the placeholder. */
  label: string;
  /** `YYYY-MM-DD`, from the URL. */
  value: string | undefined;
  /** Called once the field holds a date, or nothing. */
  onFilter: (date: string | undefined) => void;
} & Pick<TextInputProps, 'className' | 'error'>;

/** A date; what is none narrows nothing, and says so when left. */
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
