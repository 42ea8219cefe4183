import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { undoToast } from '#web/ui/undo-toast.tsx';
import { useArchiveLead } from './leads.queries.ts';

/** Asks before a lead is deleted, which archives it; the toast that follows offers to undo it. */
export function PeriodDeleteDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const t = useTranslations('periodLeads');
  const errorText = useErrorText();
  const archive = useArchiveLead();

  const set = async (isActive: boolean): Promise<boolean> => {
    try {
      await archive.mutateAsync({ id: lead._id, isActive });
      return true;
    } catch (error) {
      toast.error(errorText(error));
      return false;
    }
  };
  const confirm = async () => {
    if (!(await set(false))) return;
    onClose();
    undoToast(t('deleted', { name: lead.name }), t('undo'), () => void set(true));
  };

  return (
    <ConfirmDialog
      opened
      title={t('confirmTitle')}
      text={t('confirmText')}
      confirm={t('delete')}
      isDestructive
      isBusy={archive.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
