import { useTranslations } from 'use-intl';
import { auditActions } from '#contract/audit.ts';
import { useToday } from '#web/lib/dealer.ts';
import { Choice } from '#web/ui/choice.tsx';
import { DaysFilter } from '#web/ui/days-filter.tsx';
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
  const today = useToday();
  const { action, employee, startDate, endDate } = value;

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
      <DaysFilter value={{ startDate, endDate }} today={today} onFilter={onFilter} />
    </div>
  );
}
