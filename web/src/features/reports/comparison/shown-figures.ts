import { useFormatter, useTranslations } from 'use-intl';
import type { WorkComparison as Compared, DailyFigure, WorkFigures } from '#contract/comparison.ts';
import type { PlatformOrNone } from '#contract/leads/management-lead-filters.ts';

export type ComparisonScope = { serviceCenter?: string; advisor?: string; platform?: PlatformOrNone };

export type ComparisonDataProps = { data: Compared; scope: ComparisonScope };

/** Minutes in the unit that they are rounded to; answers within target with their share. */
export function useFormatFigure(): (figure: keyof WorkFigures, figures: Partial<WorkFigures>) => string {
  const t = useTranslations('reports.speed');
  const format = useFormatter();
  return (figure, figures) => {
    const value = figures[figure];
    if (value === null || value === undefined) return t('none');
    if (isDurationFigure(figure)) {
      if (value === 0) return t('soon');
      if (value < 60) return t('minutes', { value });
      if (value < 1_440) return t('hours', { value: value / 60 });
      return t('daysLong', { value: value / 1_440 });
    }
    const { timed = 0 } = figures;
    const share =
      figure === 'inTarget' && timed > 0 ? ` · ${format.number(value / timed, { style: 'percent' })}` : '';
    return `${format.number(value)}${share}`;
  };
}

const falling: readonly DailyFigure[] = ['median', 'ninetieth', 'lost'];

type DifferenceText = { signed: string; share: string | undefined; isBetter: boolean };

/** Now against before, in numbers and, unless there was nothing before, as a share of then. @returns undefined without one of them. */
export function useDescribeDifference(): (
  figure: DailyFigure,
  now: number | null,
  before: number | null,
) => DifferenceText | undefined {
  const format = useFormatter();
  return (figure, now, before) => {
    if (now === null || before === null) return undefined;
    const difference = now - before;
    return {
      signed: format.number(difference, { signDisplay: 'exceptZero' }),
      share: before > 0 ? format.number(difference / before, percentOfChange) : undefined,
      isBetter: falling.includes(figure) ? difference < 0 : difference > 0,
    };
  };
}

const percentOfChange = { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 } as const;

/** Tells whether a figure is in minutes, of which a difference would be rounded twice: it is given as a share. */
export const isDurationFigure = (figure: keyof WorkFigures) => figure === 'median' || figure === 'ninetieth';
