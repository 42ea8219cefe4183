import { useFormatter, useTranslations } from 'use-intl';
import type { WorkComparison as Compared, WorkFigures } from '#contract/comparison.ts';
import type { PlatformOrNone } from '#contract/leads/management-lead-filters.ts';
import { type FigureChange, isDurationFigure, shareDenominators } from './compare-figures.ts';

/** The filters of a comparison, each an id or name; absent ones narrow nothing. */
export type ComparisonFilters = { serviceCenter?: string; advisor?: string; platform?: PlatformOrNone };

export type ComparisonDataProps = { data: Compared; filters: ComparisonFilters };

/**
 * @returns a function that writes a figure: minutes in the unit that they are rounded to, answers within target with their share.
 * `isShareOnly`: that share alone, as it is what such figures are compared by.
 */
export function useFormatFigure(): (
  figure: keyof WorkFigures,
  figures: Partial<WorkFigures>,
  isShareOnly?: boolean,
) => string {
  const t = useTranslations('reports.speed');
  const format = useFormatter();
  return (figure, figures, isShareOnly = false) => {
    const value = figures[figure];
    if (value === null || value === undefined) return t('none');
    if (isDurationFigure(figure)) {
      if (value === 0) return t('soon');
      if (value < 60) return t('minutes', { value });
      if (value < 1_440) return t('hours', { value: value / 60 });
      return t('daysLong', { value: value / 1_440 });
    }
    const whole = shareDenominators[figure];
    const all = whole && figures[whole];
    const share = all ? format.number(value / all, { style: 'percent' }) : '';
    return [isShareOnly && share ? '' : format.number(value), share].filter(Boolean).join(' · ');
  };
}

/**
 * @returns a function that writes a difference with its verdict, such as "−38% worse"; numbers alone where there is no verdict, and
 * nothing without a difference.
 */
export function useFormatChange(): (change: FigureChange) => string {
  const t = useTranslations('reports.comparison');
  const format = useFormatter();
  return ({ verdict, difference, share }) => {
    if (verdict === 'same') return '';
    const number =
      share !== undefined
        ? format.number(share, percentOfChange)
        : difference !== undefined
          ? format.number(difference, { signDisplay: 'exceptZero' })
          : '';
    // The locale's data have a hyphen for a minus.
    const written = number.replace('-', '−');
    return [written, verdict && t(`verdicts.${verdict}`)].filter(Boolean).join(' ');
  };
}

const percentOfChange = { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 } as const;
