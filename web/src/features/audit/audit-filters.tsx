import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { auditActions } from '#contract/audit.ts';
import { levels } from '#contract/levels.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { employeesByLevelQuery } from '#web/lib/dealer/employees.queries.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import { SearchChoice } from '#web/ui/choice/search-choice.tsx';
import { DaysFilter } from '#web/ui/filter/days-filter.tsx';
import classes from './audit.module.css';
import type { AuditSearch } from './audit-search.ts';

type AuditFiltersProps = {
  value: AuditSearch;
  employeeName: string | undefined;
};

/** Shows the filters of the audit log, which it writes into the URL. */
export function AuditFilters({ value, employeeName }: AuditFiltersProps) {
  const t = useTranslations('audit');
  const today = useToday();
  const { setFilters: narrow } = useListUrl();
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

type EmployeeFilterProps = {
  value: string | undefined;
  name: string | undefined;
  onFilter: (id: string | undefined) => void;
  className?: string;
};

function EmployeeFilter({ value, name, onFilter, className }: EmployeeFilterProps) {
  const t = useTranslations('audit');
  const levelNames = useTranslations('frame.levels');
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string>();
  const { data: found = [] } = useQuery({ ...employeesByLevelQuery(levels, search, 'all'), enabled: isOpen });
  const groups = found.map(({ level, employees }) => ({
    group: levelNames(level),
    items: employees.map(({ _id, name }) => ({ value: _id, label: name })),
  }));
  const isListed = groups.some(({ items }) => items.some((item) => item.value === value));
  const label = chosen ?? name ?? t('someEmployee');

  const pick = (id: string | null, picked: string) => {
    setChosen(id ? picked : undefined);
    onFilter(id || undefined);
  };

  return (
    <SearchChoice
      className={className}
      aria-label={t('employee')}
      data={[
        { value: '', label: t('anyEmployee') },
        ...(value && !isListed ? [{ value, label }] : []),
        ...groups,
      ]}
      value={value ?? ''}
      onChange={(id, option) => pick(id, option?.label ?? '')}
      onSearch={setSearch}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      nothingFoundMessage={t('noEmployee')}
    />
  );
}
