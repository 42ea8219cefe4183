import { Button, type ButtonProps } from '@mantine/core';
import { IconShieldOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { Employee } from '#contract/employees.ts';
import { resetSecondFactor } from '#contract/login/second-factor.ts';
import {
  listAssignableRoles,
  mayChangeCenters,
  mayChangeEmployee,
} from '#web/features/employees/assignment/may-assign.ts';
import { useReactivate } from '#web/features/employees/departure/use-reactivate.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/session.ts';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import classes from './employee-rows.module.css';

export type EmployeeActionHandlers = Record<
  'onAssign' | 'onChangeCenters' | 'onUnassign' | 'onDeactivate' | 'onHandOver' | 'onResetFactor',
  (employee: Employee) => void
>;

export function EmployeeActions({ employee, handlers }: ActionsProps) {
  const self = useSession();
  if (!mayChangeEmployee(self, employee)) return null;
  return (
    <span className={classes.actions}>
      {employee.isActive ? (
        <ActiveActions employee={employee} handlers={handlers} />
      ) : (
        <InactiveActions employee={employee} handlers={handlers} />
      )}
    </span>
  );
}

type ActionsProps = { employee: Employee; handlers: EmployeeActionHandlers };

function ActiveActions({ employee, handlers }: ActionsProps) {
  const t = useTranslations('employees');
  const self = useSession();
  const { name, level } = employee;
  return (
    <>
      {listAssignableRoles(self?.level, level).length > 0 && (
        <Action does="assign" name={name} onClick={() => handlers.onAssign(employee)} />
      )}
      {mayChangeCenters(self, employee) && (
        <Action does="changeCenters" name={name} onClick={() => handlers.onChangeCenters(employee)} />
      )}
      {level !== 'unassigned' && (
        <Action does="unassign" name={name} color="gray" onClick={() => handlers.onUnassign(employee)} />
      )}
      {employee.hasSecondFactor && mayCall(resetSecondFactor, self?.level) && (
        <IconButton
          label={t('resetFactorOf', { name })}
          icon={<IconShieldOff size={17} stroke={1.75} />}
          onClick={() => handlers.onResetFactor(employee)}
        />
      )}
      <Action does="deactivate" name={name} color="gray" onClick={() => handlers.onDeactivate(employee)} />
    </>
  );
}

function InactiveActions({ employee, handlers }: ActionsProps) {
  const { reactivate, isBusy } = useReactivate(employee);
  const { name } = employee;
  return (
    <>
      <Action does="reactivate" name={name} loading={isBusy} onClick={() => void reactivate()} />
      <Action does="handOver" name={name} color="gray" onClick={() => handlers.onHandOver(employee)} />
    </>
  );
}

type ActionProps = Pick<ButtonProps, 'color' | 'loading'> & {
  does: 'assign' | 'changeCenters' | 'unassign' | 'deactivate' | 'reactivate' | 'handOver';
  name: string;
  onClick: () => void;
};

function Action({ does, name, ...button }: ActionProps) {
  const t = useTranslations('employees');
  return (
    <Button variant="subtle" px={8} aria-label={t(`${does}Of`, { name })} {...button}>
      {t(does)}
    </Button>
  );
}
