import { useFormatter, useTranslations } from 'use-intl';
import type { ImportSummary } from '#contract/imports.ts';
import { MetricCard, MetricRow } from '#web/ui/feedback/metric-card.tsx';
import classes from './imports.module.css';

const outcomes = ['taken', 'beside', 'joined', 'skipped', 'refused'] as const;
const reverts = ['reverted', 'restored', 'kept'] as const;
const rare: readonly string[] = ['beside', 'restored'];

/** What became of an import's rows; of a reverted one, what became of what it brought in. */
export function ImportCounts({ one }: { one: ImportSummary }) {
  const t = useTranslations('imports.outcome');
  const format = useFormatter();
  const counts = { ...one, kept: one.keptCount };
  const all = one.state === 'reverted' ? reverts : outcomes;
  const names = all.filter((name) => counts[name] > 0 || !rare.includes(name));
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
