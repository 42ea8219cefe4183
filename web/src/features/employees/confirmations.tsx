import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Employee } from '#contract/employees.ts';
import { resetSecondFactor } from '#contract/login/second-factor.ts';
import {
  getCurrentAssignment,
  type RoleAssignment,
  saveAssignment,
} from '#web/features/employees/employees.queries.ts';
import { mutate } from '#web/lib/api/mutate.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { ConfirmAction } from '#web/ui/dialog/confirm-action.tsx';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { offerUndo } from '#web/ui/feedback/status-bar.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

export function UnassignDialog({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const t = useTranslations('employees');
  const errorText = useErrorText();
  const assigning = useMutation({ mutationFn: saveAssignment });
  const { _id: id, name, level } = employee;

  const become = async (assignment: RoleAssignment): Promise<boolean> => {
    try {
      await assigning.mutateAsync({ id, assignment });
      return true;
    } catch (error) {
      toast.error(`${t('notAssigned')}. ${errorText(error)}`);
      return false;
    }
  };
  const undo = async () => {
    if (await become(getCurrentAssignment(employee))) toast.success(t('undone', { name, level }));
  };
  const confirm = async () => {
    const isDone = await become({ to: 'unassigned' });
    onClose();
    if (!isDone) return;
    toast.success(t('unassigned', { name }));
    offerUndo(t('unassignedLine', { name }), () => void undo());
  };

  return (
    <ConfirmDialog
      title={t('unassignTitle', { name })}
      text={t('unassignText')}
      confirm={t('yes')}
      cancel={t('no')}
      isDestructive
      isBusy={assigning.isPending}
      onConfirm={() => void confirm()}
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
