import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { stopImport, type WholeImport } from '#contract/imports.ts';
import { changeShown } from '#web/lib/api/change.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { ImportCounts } from './import-counts.tsx';
import { ImportSection } from './import-section.tsx';
import classes from './imports.module.css';

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
  const { handled, startedAt } = one;
  const rows = one.rows ?? 0;
  const minutes = minutesLeft(startedAt, handled, rows);
  return (
    <ImportSection title={t('running')} why={t('leave')}>
      <div className={classes.progress}>
        <progress aria-label={t('running')} value={handled} max={Math.max(rows, 1)} />
        <p className={classes.progressText}>
          <span>{t('rows', { handled, rows })}</span>
          {minutes !== undefined && <span className="quiet">{t('left', { minutes })}</span>}
        </p>
      </div>
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

/** At the pace until now; undefined: nothing is done yet. */
function minutesLeft(startedAt: string | null, done: number, all: number): number | undefined {
  if (!startedAt || done === 0) return undefined;
  const passed = serverClock.now().getTime() - Date.parse(startedAt);
  return Math.max(0, Math.round(((passed / done) * (all - done)) / 60_000));
}
