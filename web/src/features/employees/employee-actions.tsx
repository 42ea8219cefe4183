import { Button } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { Employee } from '#contract/employees.ts';
import { mayChange, mayChangeCenters, rolesFor } from '#web/features/employees/assignment/may-assign.ts';
import { useReactivate } from '#web/features/employees/departure/use-reactivate.ts';
import { useSession } from '#web/lib/session/use-session.ts';
import { IconButton } from '#web/ui/frame/icon-button.tsx';
import classes from './employee-rows.module.css';

/** Each opens a dialog. */
export type EmployeeActionHandlers = Record<
  'onAssign' | 'onChangeCenters' | 'onUnassign' | 'onDeactivate' | 'onHandOver',
  (employee: Employee) => void
>;

/** What the signed-in employee may do to another one. */
export function EmployeeActions({ employee, on }: { employee: Employee; on: EmployeeActionHandlers }) {
  const self = useSession();
  if (!mayChange(self, employee)) return null;
  return (
    <span className={classes.actions}>
      {employee.isActive ? (
        <ActiveActions employee={employee} on={on} />
      ) : (
        <InactiveActions employee={employee} on={on} />
      )}
    </span>
  );
}

function ActiveActions({ employee, on }: { employee: Employee; on: EmployeeActionHandlers }) {
  const t = useTranslations('employees');
  const self = useSession();
  const { name, level } = employee;
  return (
    <>
      {rolesFor(self?.level, level).length > 0 && (
        <Button variant="subtle" aria-label={t('assignOf', { name })} onClick={() => on.onAssign(employee)}>
          {t('assign')}
        </Button>
      )}
      {mayChangeCenters(self, employee) && (
        <Button
          variant="subtle"
          aria-label={t('changeCentersOf', { name })}
          onClick={() => on.onChangeCenters(employee)}
        >
          {t('changeCenters')}
        </Button>
      )}
      {level !== 'unassigned' && (
        <Button
          variant="subtle"
          color="gray"
          aria-label={t('unassignOf', { name })}
          onClick={() => on.onUnassign(employee)}
        >
          {t('unassign')}
        </Button>
      )}
      <IconButton
        label={t('deactivateOf', { name })}
        icon={<IconUserOff size={17} stroke={1.75} />}
        onClick={() => on.onDeactivate(employee)}
      />
    </>
  );
}

function InactiveActions({ employee, on }: { employee: Employee; on: EmployeeActionHandlers }) {
  const t = useTranslations('employees');
  const { reactivate, isBusy } = useReactivate(employee);
  const { name } = employee;
  return (
    <>
      <Button
        variant="subtle"
        aria-label={t('reactivateOf', { name })}
        loading={isBusy}
        onClick={() => void reactivate()}
      >
        {t('reactivate')}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        aria-label={t('handOverOf', { name })}
        onClick={() => on.onHandOver(employee)}
      >
        {t('handOver')}
      </Button>
    </>
  );
}
