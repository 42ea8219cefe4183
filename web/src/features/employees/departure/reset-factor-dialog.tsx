import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import type { Employee } from '#contract/employees.ts';
import { resetSecondFactor } from '#contract/login/second-factor.ts';
import { call } from '#web/lib/api/api.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';

export function ResetFactorDialog({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const t = useTranslations('employees');
  const client = useQueryClient();
  const errorText = useErrorText();
  const { _id: id, name } = employee;
  const reset = useMutation({
    mutationFn: () => call(resetSecondFactor, { params: { id } }),
    onSuccess: () => void toast.success(t('factorReset', { name })),
    onError: (error) => toast.error(errorText(error)),
    onSettled() {
      onClose();
      return client.invalidateQueries({ queryKey: ['employees'] });
    },
  });
  return (
    <ConfirmDialog
      title={t('resetFactorTitle', { name })}
      text={t('resetFactorText')}
      confirm={t('resetFactor')}
      isDestructive
      isCancelFirst
      isBusy={reset.isPending}
      onConfirm={() => reset.mutate()}
      onCancel={onClose}
    />
  );
}
