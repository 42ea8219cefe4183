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
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import classes from './employee-rows.module.css';
import { useEmployeeQuestions } from './use-employee-questions.ts';

type ActionsProps = { employee: Employee };

/** Shows the buttons of an employee's row, for whoever may change the employee. */
export function EmployeeActions({ employee }: ActionsProps) {
  const self = useSession();
  if (!mayChangeEmployee(self, employee)) return null;
  return (
    <span className={classes.actions}>
      {employee.isActive ? <ActiveActions employee={employee} /> : <InactiveActions employee={employee} />}
    </span>
  );
}

function ActiveActions({ employee }: ActionsProps) {
  const t = useTranslations('employees');
  const self = useSession();
  const { openDialog } = useDialogs();
  const { askToUnassign, askToResetFactor } = useEmployeeQuestions(employee);
  const { _id: id, name, level } = employee;
  return (
    <>
      {listAssignableRoles(self?.level, level).length > 0 && (
        <Action does="assign" name={name} onClick={() => openDialog('employee.assign', id)} />
      )}
      {mayChangeCenters(self, employee) && (
        <Action does="changeCenters" name={name} onClick={() => openDialog('employee.centers', id)} />
      )}
      {level !== 'unassigned' && <Action does="unassign" name={name} color="gray" onClick={askToUnassign} />}
      {employee.hasSecondFactor && mayCall(resetSecondFactor, self?.level) && (
        <IconButton
          label={t('resetFactorOf', { name })}
          icon={<IconShieldOff size={17} stroke={1.75} />}
          onClick={askToResetFactor}
        />
      )}
      <Action
        does="deactivate"
        name={name}
        color="gray"
        onClick={() => openDialog('employee.deactivate', id)}
      />
    </>
  );
}

function InactiveActions({ employee }: ActionsProps) {
  const { reactivate, isBusy } = useReactivate(employee);
  return <Action does="reactivate" name={employee.name} loading={isBusy} onClick={() => void reactivate()} />;
}

type ActionProps = Pick<ButtonProps, 'color' | 'loading'> & {
  does: 'assign' | 'changeCenters' | 'unassign' | 'deactivate' | 'reactivate';
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
