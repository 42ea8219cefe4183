import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { revertImport } from '#contract/imports.ts';
import { mutateAndRefetch } from '#web/lib/api/mutate.ts';
import { ConfirmAction } from '#web/ui/dialog/confirm-action.tsx';
import type { DialogProps } from '#web/ui/dialog/dialog-host.tsx';
import { RecordDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { useRecordIn } from '#web/ui/dialog/use-record-in.ts';
import { importQuery } from './imports.queries.ts';

/** Asks before an import is taken back, as long as that can be done. */
export function RevertImportQuestion({ id, onClose }: DialogProps) {
  const t = useTranslations('imports.outcome');
  const query = useRecordIn(useQuery(importQuery(id)), (one) => (one.revertUntil ? one : undefined), onClose);
  return (
    <RecordDialog query={query} title={t('revertAsk')} fields={0} onClose={onClose}>
      {() => (
        <ConfirmAction
          title={t('revertAsk')}
          text={t('revertWhy')}
          confirm={t('revert')}
          isDestructive
          isCancelFirst
          act={() => mutateAndRefetch(revertImport, { params: { id } })}
          onClose={onClose}
        />
      )}
    </RecordDialog>
  );
}
