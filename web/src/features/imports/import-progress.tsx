import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { type ImportDetail, stopImport } from '#contract/imports.ts';
import { mutateAndRefetch } from '#web/lib/api/mutate.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import { confirm } from '#web/ui/dialog/confirm.ts';
import { ImportCounts } from './import-outcome.tsx';
import { ImportSection } from './import-section.tsx';
import classes from './imports.module.css';

/** Shows how far an import or its reverting is, with a button that stops the import. */
export function RunningImport({ one }: { one: ImportDetail }) {
  const t = useTranslations('imports.progress');
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
  const askToStop = () =>
    confirm({
      title: t('stopAsk'),
      text: t('stopWhy'),
      confirm: t('stop'),
      cancel: t('goOn'),
      isDestructive: true,
      isCancelFirst: true,
      act: () => mutateAndRefetch(stopImport, { params: { id: one._id } }),
    });
  return (
    <ImportSection title={t('running')} why={t('leave')}>
      <ImportProgressBar label={t('running')} one={one} />
      <ImportCounts one={one} />
      <div className="button-row">
        <Button variant="default" onClick={askToStop}>
          {t('stop')}
        </Button>
      </div>
    </ImportSection>
  );
}

type RowProgressProps = { label: string; one: Pick<ImportDetail, 'handled' | 'rows' | 'startedAt'> };

/** Shows how many rows are done, and how long the others take; without an end until the rows are counted. */
export function ImportProgressBar({ label, one: { handled, rows, startedAt } }: RowProgressProps) {
  const t = useTranslations('imports.progress');
  if (rows === null) {
    return (
      <div className={classes.progress}>
        <progress aria-label={label} />
        <p className={classes.progressText}>{t('counting')}</p>
      </div>
    );
  }
  const minutes = minutesLeft(startedAt, handled, rows);
  return (
    <div className={classes.progress}>
      <progress aria-label={label} value={handled} max={Math.max(rows, 1)} />
      <p className={classes.progressText}>
        <span>{t('rows', { handled, rows })}</span>
        {minutes !== undefined && <span className="quiet">{t('left', { minutes })}</span>}
      </p>
    </div>
  );
}

function minutesLeft(startedAt: string | null, done: number, all: number): number | undefined {
  if (!startedAt || done === 0) return undefined;
  const passed = serverClock.now().getTime() - Date.parse(startedAt);
  return Math.max(0, Math.round(((passed / done) * (all - done)) / 60_000));
}
