import { useFormatter, useTranslations } from 'use-intl';
import type { ImportSummary } from '#contract/imports.ts';
import { MetricCard, MetricRow } from '#web/ui/feedback/metric-card.tsx';
import classes from './imports.module.css';

const outcomes = ['taken', 'joined', 'skipped', 'refused'] as const;
const reverts = ['reverted', 'kept'] as const;

/** What became of an import's rows; of a reverted one, what became of what it brought in. */
export function ImportCounts({ one }: { one: ImportSummary }) {
  const t = useTranslations('imports.outcome');
  const format = useFormatter();
  const counts = { ...one, kept: one.keptCount };
  const names = one.state === 'reverted' ? reverts : outcomes;
  return (
    <div className={classes.counts}>
      <MetricRow label={t('title')}>
        {names.map((name) => (
          <MetricCard key={name} label={t(name)} value={format.number(counts[name])} />
        ))}
      </MetricRow>
    </div>
  );
}
