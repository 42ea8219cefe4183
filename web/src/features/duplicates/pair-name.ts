import { useTranslations } from 'use-intl';
import type { DuplicatePair } from '#contract/duplicates.ts';

/** @returns how a pair is called: by both names, or by the one that both have. */
export function usePairName(): (pair: DuplicatePair) => string {
  const t = useTranslations('duplicates');
  return ({ one, other }) =>
    one.name === other.name
      ? t('twice', { name: one.name })
      : t('pair', { one: one.name, other: other.name });
}
