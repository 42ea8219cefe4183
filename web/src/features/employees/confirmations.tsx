import { useTranslations } from 'use-intl';
import type { Employee } from '#contract/employees.ts';
import { resetSecondFactor } from '#contract/login/second-factor.ts';
import {
  getCurrentAssignment,
  type RoleAssignment,
  saveAssignment,
} from '#web/features/employees/employees.queries.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { ConfirmAction } from '#web/ui/dialog/confirm-action.tsx';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { useUndoable } from '#web/ui/feedback/use-undoable.ts';

export function UnassignDialog({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const t = useTranslations('employees');
  const { _id: id, name, level } = employee;
  const unassigning = useUndoable({
    act: (assignment: RoleAssignment) => saveAssignment({ id, assignment }),
    done: () => t('unassigned', { name }),
    line: () => t('unassignedLine', { name }),
    undo: () => saveAssignment({ id, assignment: getCurrentAssignment(employee) }),
    undone: () => t('undone', { name, level }),
    failed: (why) => `${t('notAssigned')}. ${why}`,
  });

  return (
    <ConfirmDialog
      title={t('unassignTitle', { name })}
      text={t('unassignText')}
      confirm={t('yes')}
      cancel={t('no')}
      isDestructive
      isBusy={unassigning.isPending}
      onConfirm={() => void unassigning.run({ to: 'unassigned' }).then(onClose)}
      onCancel={onClose}
    />
  );
}

export function ResetSecondFactorDialog({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const t = useTranslations('employees');
  const { _id: id, name } = employee;
  return (
    <ConfirmAction
      title={t('resetFactorTitle', { name })}
      text={t('resetFactorText')}
      confirm={t('resetFactor')}
      isDestructive
      isCancelFirst
      act={() => mutate(resetSecondFactor, { params: { id } })}
      onDone={() => void toast.success(t('factorReset', { name }))}
      onClose={onClose}
    />
  );
}
