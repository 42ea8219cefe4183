import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { pageSize } from '#contract/business.ts';
import type { Employee } from '#contract/employees.ts';
import type { Level } from '#contract/levels.ts';
import { useSession } from '#web/lib/use-session.ts';
import { type Column, DataList, rowFocus } from '#web/ui/data-list.tsx';
import { Portrait } from '#web/ui/portrait.tsx';
import classes from './employees-table.module.css';
import { mayChange, mayChangeCenters, mayChangeLevel, placesFor } from './may-assign.ts';

type EmployeesTableProps = {
  label: string;
  level: Level;
  /** Undefined while the first page loads. */
  employees: Employee[] | undefined;
  isRefreshing: boolean;
  /** What stands in the list's place when there are no rows. */
  instead: ReactNode;
  onAssign: (employee: Employee) => void;
  onChangeCenters: (employee: Employee) => void;
  onUnassign: (employee: Employee) => void;
};

/** The employees of a level. Whoever may change none of them sees no column of actions (specification, section 6). */
export function EmployeesTable(props: EmployeesTableProps) {
  const { label, level, employees, isRefreshing, instead, onAssign, onChangeCenters, onUnassign } = props;
  const t = useTranslations('employees');
  const ui = useTranslations('ui');
  const self = useSession();
  const isAssignable = placesFor(self?.level, level).length > 0;
  const hasActions = mayChangeLevel(self?.level, level);

  const actions = (employee: Employee) =>
    mayChange(self, employee) && (
      <span className={classes.actions}>
        {isAssignable && (
          <Button
            variant="subtle"
            aria-label={t('assignOf', { name: employee.name })}
            onClick={() => onAssign(employee)}
          >
            {t('assign')}
          </Button>
        )}
        {mayChangeCenters(self, employee) && (
          <Button
            variant="subtle"
            aria-label={t('changeCentersOf', { name: employee.name })}
            onClick={() => onChangeCenters(employee)}
          >
            {t('changeCenters')}
          </Button>
        )}
        {level !== 'unassigned' && (
          <Button
            variant="subtle"
            color="gray"
            aria-label={t('unassignOf', { name: employee.name })}
            onClick={() => onUnassign(employee)}
          >
            {t('unassign')}
          </Button>
        )}
      </span>
    );
  const person = (employee: Employee) => (
    <span className={classes.person}>
      <Portrait name={employee.name} dp={employee.dp} size={24} />
      <span className={classes.name} tabIndex={-1} {...rowFocus}>
        {employee.name}
      </span>
      {employee._id === self?._id && <span className={classes.you}>{t('you')}</span>}
    </span>
  );
  const centers = ({ serviceCenter }: Employee) =>
    serviceCenter.map(({ name }) => name).join(', ') || ui('none');

  const columns: Column<Employee>[] = [
    { key: 'name', header: t('columns.name'), width: level === 'service' ? '26%' : '40%', cell: person },
    { key: 'email', header: t('columns.email'), cell: ({ email }) => email },
  ];
  if (level === 'service') {
    columns.push({
      key: 'centers',
      header: t('columns.centers'),
      width: '40%',
      cell: (employee) => <span title={centers(employee)}>{centers(employee)}</span>,
    });
  }
  if (hasActions)
    columns.push({
      key: 'actions',
      header: ui('actions'),
      width: level === 'service' || (isAssignable && level !== 'unassigned') ? '212px' : '124px',
      align: 'end',
      cell: actions,
    });

  return (
    <DataList
      label={label}
      columns={columns}
      rows={employees}
      rowKey={({ _id }) => _id}
      pageSize={pageSize}
      isRefreshing={isRefreshing}
      card={(employee) => (
        <>
          <div className={classes.head}>
            {person(employee)}
            {actions(employee)}
          </div>
          <div className={classes.quiet}>{employee.email}</div>
          {level === 'service' && <div className={classes.quiet}>{centers(employee)}</div>}
        </>
      )}
      instead={instead}
    />
  );
}
