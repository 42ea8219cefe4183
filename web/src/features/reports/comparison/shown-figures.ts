import { useFormatter, useTranslations } from 'use-intl';
import type { Comparison as Compared, WorkFigures } from '#contract/comparison.ts';
import type { PlatformOrNone } from '#contract/leads/lead-narrowing.ts';

/** Of which leads. */
export type Scope = { serviceCenter?: string; advisor?: string; platform?: PlatformOrNone };

export type DataProps = { data: Compared; scope: Scope };

/** Minutes in the unit that they are rounded to; answers within target with their share. */
export function useFigureText(): (figure: keyof WorkFigures, figures: Partial<WorkFigures>) => string {
  const t = useTranslations('reports.speed');
  const format = useFormatter();
  return (figure, figures) => {
    const value = figures[figure];
    if (value === null || value === undefined) return t('none');
    if (figure === 'median' || figure === 'ninetieth') {
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
