import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { stopImport, type WholeImport } from '#contract/imports.ts';
import { changeShown } from '#web/lib/api/change.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { ImportCounts } from './import-counts.tsx';
import { ImportSection } from './import-section.tsx';
import classes from './imports.module.css';
import { RowProgress } from './row-progress.tsx';

/** How far an import is, and how long it still takes. */
export function ImportProgress({ one }: { one: WholeImport }) {
  const t = useTranslations('imports.progress');
  const errorText = useErrorText();
  const [asks, setAsks] = useState(false);
  const stop = useMutation({
    mutationFn: () => changeShown(stopImport, { params: { id: one._id } }),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => setAsks(false),
  });
  if (one.state === 'reverting') {
    return (
      <ImportSection title={t('reverting')}>
        <div className={classes.progress}>
          <progress aria-label={t('reverting')} />
          <p className={classes.progressText}>{t('deleted', { count: one.reverted })}</p>
        </div>
      </ImportSection>
    );
  }
  return (
    <ImportSection title={t('running')} why={t('leave')}>
      <RowProgress label={t('running')} one={one} />
      <ImportCounts one={one} />
      <div className="button-row">
        <Button variant="default" onClick={() => setAsks(true)}>
          {t('stop')}
        </Button>
      </div>
      {asks && (
        <ConfirmDialog
          title={t('stopAsk')}
          text={t('stopWhy')}
          confirm={t('stop')}
          cancel={t('goOn')}
          isDestructive
          isCancelFirst
          isBusy={stop.isPending}
          onConfirm={() => stop.mutate()}
          onCancel={() => setAsks(false)}
        />
      )}
    </ImportSection>
  );
}
