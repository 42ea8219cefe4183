import { useTranslations } from 'use-intl';
import { messages } from '#contract/call/messages.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';
import { DateFilter } from './date-filter.tsx';
import classes from './days-filter.module.css';

/** `YYYY-MM-DD`, both included, either may be open. */
export type Days = { startDate?: string; endDate?: string };

type DaysFilterProps = {
  value: Days;
  today: string;
  onFilter: (change: Days) => void;
};

/** Narrows a list to past days. */
export function DaysFilter({ value: { startDate, endDate }, today, onFilter }: DaysFilterProps) {
  const t = useTranslations('ui');
  const text = useContractText();
  const isTurned = startDate !== undefined && endDate !== undefined && endDate < startDate;
  return (
    <>
      <div className={classes.date}>
        <DateFilter
          label={t('startDate')}
          today={today}
          yearless="last"
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
          maxDate={today}
          value={endDate}
          onFilter={(date) => onFilter({ endDate: date })}
          error={isTurned && text(messages.endBeforeStart)}
        />
      </div>
    </>
  );
}
