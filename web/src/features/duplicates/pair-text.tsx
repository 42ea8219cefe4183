import { useTranslations } from 'use-intl';
import type { DuplicatePair, DuplicateReason } from '#contract/duplicates.ts';
import classes from './pair-panel.module.css';

export function DuplicateReasons({ of: reasons }: { of: readonly DuplicateReason[] }) {
  const t = useTranslations('duplicates.reasons');
  return (
    <span className={classes.reasons}>
      {reasons.map((reason) => (
        <span key={reason} className={classes.reason}>
          {t(reason)}
        </span>
      ))}
    </span>
  );
}

/** @returns a function that names a pair by both names, or by the one that both have. */
export function useDescribePair(): (pair: DuplicatePair) => string {
  const t = useTranslations('duplicates');
  return ({ one, other }) =>
    one.name === other.name
      ? t('twice', { name: one.name })
      : t('pair', { one: one.name, other: other.name });
}
