import { useTranslations } from 'use-intl';
import type { Employee } from '#contract/employees.ts';
import { resetSecondFactor } from '#contract/login/second-factor.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { confirm } from '#web/ui/dialog/confirm.ts';
import { getCurrentAssignment, saveAssignment } from './employees.queries.ts';

/** @returns `askToUnassign` and `askToResetFactor`, which ask before an employee loses their level or their second factor, and then do it. */
export function useEmployeeQuestions(employee: Employee) {
  const t = useTranslations('employees');
  const { _id: id, name, level } = employee;
  return {
    askToUnassign: () =>
      confirm({
        title: t('unassignTitle', { name }),
        text: t('unassignText'),
        confirm: t('yes'),
        cancel: t('no'),
        isDestructive: true,
        act: () => saveAssignment({ id, assignment: { to: 'unassigned' } }),
        done: () => t('unassigned', { name }),
        line: () => t('unassignedLine', { name }),
        undo: () => saveAssignment({ id, assignment: getCurrentAssignment(employee) }),
        undone: () => t('undone', { name, level }),
        failed: (why) => `${t('notAssigned')}. ${why}`,
      }),
    askToResetFactor: () =>
      confirm({
        title: t('resetFactorTitle', { name }),
        text: t('resetFactorText'),
        confirm: t('resetFactor'),
        isDestructive: true,
        isCancelFirst: true,
        act: () => mutate(resetSecondFactor, { params: { id } }),
        done: () => t('factorReset', { name }),
      }),
  };
}
