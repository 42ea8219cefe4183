import { useTranslations } from 'use-intl';
import { auditActions } from '#contract/audit.ts';
import { messages } from '#contract/messages.ts';
import { useToday } from '#web/lib/dealer.ts';
import { useContractText } from '#web/lib/i18n/use-texts.ts';
import { Choice } from '#web/ui/choice.tsx';
import { DateFilter } from '#web/ui/date-filter.tsx';
import classes from './audit-filters.module.css';
import type { AuditSearch } from './audit-search.ts';
import { EmployeeFilter } from './employee-filter.tsx';

type AuditFiltersProps = {
  value: AuditSearch;
  /** The name of the employee in force, if what is on screen says it. */
  employeeName: string | undefined;
  onFilter: (change: Partial<AuditSearch>) => void;
};

/** Narrows the log by kind, employee and days. */
export function AuditFilters({ value, employeeName, onFilter }: AuditFiltersProps) {
  const t = useTranslations('audit');
  const text = useContractText();
  const today = useToday();
  const { action, employee, startDate, endDate } = value;
  const isTurned = startDate !== undefined && endDate !== undefined && endDate < startDate;

  return (
    <div className={classes.filters}>
      <Choice
        className={classes.action}
        aria-label={t('action')}
        data={[
          { value: '', label: t('anyAction') },
          ...auditActions.map((one) => ({ value: one, label: t(`actions.${one}`) })),
        ]}
        value={action ?? ''}
        onChange={(chosen) => onFilter({ action: auditActions.find((one) => one === chosen) })}
      />
      <EmployeeFilter
        className={classes.employee}
        value={employee}
        name={employeeName}
        onFilter={(id) => onFilter({ employee: id })}
      />
      <DateFilter
        className={classes.date}
        label={t('startDate')}
        today={today}
        yearless="last"
        maxDate={endDate ?? today}
        value={startDate}
        onFilter={(date) => onFilter({ startDate: date })}
      />
      <DateFilter
        className={classes.date}
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
  );
}
