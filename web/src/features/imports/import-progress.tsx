import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { stopImport, type WholeImport } from '#contract/imports.ts';
import { changeShown } from '#web/lib/api/change.ts';
import { ConfirmAction } from '#web/ui/dialog/confirm-action.tsx';
import { ImportCounts } from './import-counts.tsx';
import { ImportSection } from './import-section.tsx';
import classes from './imports.module.css';
import { RowProgress } from './row-progress.tsx';

/** How far an import is, and how long it still takes. */
export function ImportProgress({ one }: { one: WholeImport }) {
  const t = useTranslations('imports.progress');
  const [asks, setAsks] = useState(false);
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
        <ConfirmAction
          title={t('stopAsk')}
          text={t('stopWhy')}
          confirm={t('stop')}
          cancel={t('goOn')}
          isDestructive
          isCancelFirst
          act={() => changeShown(stopImport, { params: { id: one._id } })}
          onClose={() => setAsks(false)}
        />
      )}
    </ImportSection>
  );
}
