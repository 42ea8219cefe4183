import { useTranslations } from 'use-intl';
import { archiveLead, type Lead } from '#contract/leads/leads.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { useUndoable } from '#web/ui/feedback/use-undoable.ts';
import { useLeadMutation } from './leads.queries.ts';

type ArchiveDialogProps = {
  lead: Lead;
  isDeletion?: boolean;
  onClose: () => void;
};

export function ArchiveLeadDialog({ lead, isDeletion = false, onClose }: ArchiveDialogProps) {
  const t = useTranslations('leads');
  const archive = useLeadMutation(archiveLead);
  const change = isDeletion ? 'delete' : lead.isActive ? 'archive' : 'unarchive';

  const { _id: id, name } = lead;
  const isShown = change === 'unarchive';
  const set = (isActive: boolean) => archive.mutateAsync({ params: { id }, body: { isActive } });
  const archiving = useUndoable({
    async act() {
      await set(isShown);
      onClose();
    },
    done: () => t(`${change}.done`, { name }),
    line: () => t(`${change}.line`, { name }),
    undo: () => set(!isShown),
  });

  return (
    <ConfirmDialog
      title={t('confirmTitle')}
      text={t(`${change}.ask`)}
      confirm={t(`${change}.confirm`)}
      isDestructive={isDeletion}
      isBusy={archiving.isPending}
      onConfirm={() => void archiving.run(undefined)}
      onCancel={onClose}
    />
  );
}
