import { useTranslations } from 'use-intl';
import { auditActions } from '#contract/audit.ts';
import { useToday } from '#web/lib/session/dealer.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import { DaysFilter } from '#web/ui/filter/days-filter.tsx';
import type { AuditSearch } from './audit.queries.ts';
import classes from './audit-filters.module.css';
import { EmployeeFilter } from './employee-filter.tsx';

type AuditFiltersProps = {
  value: AuditSearch;
  /** Known once an entry names them. */
  employeeName: string | undefined;
};

export function AuditFilters({ value, employeeName }: AuditFiltersProps) {
  const t = useTranslations('audit');
  const today = useToday();
  const { narrow } = useListUrl();
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
        onChange={(chosen) => narrow({ action: auditActions.find((one) => one === chosen) })}
      />
      <EmployeeFilter
        className={classes.employee}
        value={employee}
        name={employeeName}
        onFilter={(id) => narrow({ employee: id })}
      />
      <DaysFilter value={{ startDate, endDate }} today={today} onFilter={narrow} />
    </div>
  );
}
