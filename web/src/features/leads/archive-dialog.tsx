import toast from 'react-hot-toast';
import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { undoToast } from '#web/ui/undo-toast.tsx';
import { useArchiveLead } from './leads.queries.ts';

/** Asks before a lead is archived or taken back; the toast that follows offers to undo it. */
export function ArchiveDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const t = useTranslations('leads');
  const errorText = useErrorText();
  const archive = useArchiveLead();

  const set = async (id: string, isActive: boolean): Promise<boolean> => {
    try {
      await archive.mutateAsync({ id, isActive });
      return true;
    } catch (error) {
      toast.error(errorText(error));
      return false;
    }
  };
  const confirm = async () => {
    if (!(await set(lead._id, !lead.isActive))) return;
    onClose();
    const said = t(lead.isActive ? 'archivedToast' : 'unarchivedToast', { name: lead.name });
    undoToast(said, t('undo'), () => void set(lead._id, lead.isActive));
  };

  return (
    <ConfirmDialog
      opened
      title={t('confirmTitle')}
      text={t(lead.isActive ? 'confirmArchive' : 'confirmUnarchive')}
      confirm={t(lead.isActive ? 'archive' : 'unarchive')}
      isBusy={archive.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
