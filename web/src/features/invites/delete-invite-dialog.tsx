import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import type { EmployeeInvite } from '#contract/invites.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { useInviteCalls } from './invites.queries.ts';

type DeleteInviteDialogProps = {
  invite: EmployeeInvite;
  onClose: () => void;
  /** The invitation and its link are gone. */
  onDeleted: () => void;
};

/** Asks before an invitation is deleted. */
export function DeleteInviteDialog({ invite, onClose, onDeleted }: DeleteInviteDialogProps) {
  const t = useTranslations('invites');
  const errorText = useErrorText();
  const { remove } = useInviteCalls();

  const confirm = async () => {
    try {
      await remove.mutateAsync(invite);
      toast.success(t('deleted', { email: invite.email }));
      onDeleted();
    } catch (error) {
      toast.error(errorText(error));
    }
    onClose();
  };

  return (
    <ConfirmDialog
      title={t('confirmTitle')}
      text={t('confirmText')}
      confirm={t('confirm')}
      isDestructive
      isBusy={remove.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
