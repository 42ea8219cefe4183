import { useTranslations } from 'use-intl';
import type { DuplicateReason } from '#contract/duplicates.ts';
import classes from './pair-panel.module.css';

/** Why two records are a pair. */
export function Reasons({ of }: { of: readonly DuplicateReason[] }) {
  const t = useTranslations('duplicates.reasons');
  return (
    <span className={classes.reasons}>
      {of.map((reason) => (
        <span key={reason} className={classes.reason}>
          {t(reason)}
        </span>
      ))}
    </span>
  );
}
