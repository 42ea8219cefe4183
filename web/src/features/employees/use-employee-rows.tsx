import { IconShieldCheck } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { Employee } from '#contract/employees.ts';
import { customerCallingLevels, type Level } from '#contract/levels.ts';
import { mayChangeLevel } from '#web/features/employees/assignment/may-assign.ts';
import { AwayButton, AwayUntil } from '#web/features/employees/away/away.tsx';
import { OpenLeads, openLeadsLink } from '#web/features/employees/open-leads/open-leads.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { Portrait } from '#web/ui/frame/portrait.tsx';
import { type Column, rowFocusProps } from '#web/ui/rows/data-list.tsx';
import { RowText } from '#web/ui/rows/row-parts.tsx';
import { EmployeeActions } from './employee-actions.tsx';
import classes from './employee-rows.module.css';

/** The columns and card of an employee list; no actions for who may change nobody (specification, section 6). */
export function useEmployeeColumns(level: Level) {
  const t = useTranslations('employees');
  const ui = useTranslations('ui');
  const self = useSession();
  const navigate = useNavigate();
  const isService = level === 'service';
  const mayChange = mayChangeLevel(self?.level, level);
  const hasLeads = customerCallingLevels.some((one) => one === level);

  const actions = (employee: Employee) => <EmployeeActions employee={employee} />;
  const person = (employee: Employee) => (
    <span className={classes.person}>
      <Portrait name={employee.name} dp={employee.dp} size={24} />
      <span className={classes.who}>
        {hasLeads ? (
          <Link {...openLeadsLink(employee._id)} className={classes.name} {...rowFocusProps}>
            {employee.name}
          </Link>
        ) : (
          <RowText>{employee.name}</RowText>
        )}
        <AwayUntil employee={employee} />
      </span>
      {employee._id === self?._id && <span className={classes.you}>{t('you')}</span>}
      {employee.hasSecondFactor && (
        <IconShieldCheck
          size={16}
          stroke={1.75}
          className={classes.you}
          role="img"
          aria-label={t('hasSecondFactor')}
        >
          <title>{t('hasSecondFactor')}</title>
        </IconShieldCheck>
      )}
      {employee.needsSecondFactor && <span className={classes.you}>{t('needsSecondFactor')}</span>}
      {!employee.isActive && <span className={classes.you}>{t('inactive')}</span>}
      {hasLeads && (
        <span className={classes.facts}>
          <OpenLeads employee={employee} />
          <AwayButton employee={employee} />
        </span>
      )}
    </span>
  );
  const centers = ({ serviceCenter }: Employee) =>
    serviceCenter.map(({ name }) => name).join(', ') || ui('none');

  const nameWidth = isService && mayChange ? '32%' : '40%';
  const columns: Column<Employee>[] = [
    { key: 'name', header: t('columns.name'), width: nameWidth, cell: person },
    { key: 'email', header: t('columns.email'), cell: ({ email }) => email },
  ];
  if (isService)
    columns.push({
      key: 'centers',
      header: t('columns.centers'),
      width: mayChange ? '16%' : '34%',
      cell: (employee) => <span title={centers(employee)}>{centers(employee)}</span>,
    });
  if (mayChange)
    columns.push({
      key: 'actions',
      header: ui('actions'),
      width: isService ? '348px' : '428px',
      align: 'end',
      cell: actions,
    });

  const card = (employee: Employee) => (
    <>
      {person(employee)}
      <div className={classes.quiet}>{employee.email}</div>
      {isService && <div className={classes.quiet}>{centers(employee)}</div>}
      {actions(employee)}
    </>
  );
  const onOpen = hasLeads ? ({ _id }: Employee) => void navigate(openLeadsLink(_id)) : undefined;
  // Service employees have centers and, while they are away, a second line.
  return { columns, card, onOpen, isTall: isService };
}
