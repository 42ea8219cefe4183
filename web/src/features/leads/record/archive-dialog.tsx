import { useTranslations } from 'use-intl';
import { archiveLead, type Lead } from '#contract/leads/leads.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { offerUndo } from '#web/ui/feedback/status-bar.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { useLeadMutation } from './leads.queries.ts';

type ArchiveDialogProps = {
  lead: Lead;
  isDeletion?: boolean;
  onClose: () => void;
};

export function ArchiveLeadDialog({ lead, isDeletion = false, onClose }: ArchiveDialogProps) {
  const t = useTranslations('leads');
  const errorText = useErrorText();
  const archive = useLeadMutation(archiveLead);
  const change = isDeletion ? 'delete' : lead.isActive ? 'archive' : 'unarchive';

  const set = async (isActive: boolean): Promise<boolean> => {
    try {
      await archive.mutateAsync({ params: { id: lead._id }, body: { isActive } });
      return true;
    } catch (error) {
      toast.error(errorText(error));
      return false;
    }
  };
  const confirm = async () => {
    if (!(await set(change === 'unarchive'))) return;
    onClose();
    const { name } = lead;
    toast.success(t(`${change}.done`, { name }));
    offerUndo(t(`${change}.line`, { name }), () => void set(change !== 'unarchive'));
  };

  return (
    <ConfirmDialog
      title={t('confirmTitle')}
      text={t(`${change}.ask`)}
      confirm={t(`${change}.confirm`)}
      isDestructive={isDeletion}
      isBusy={archive.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
