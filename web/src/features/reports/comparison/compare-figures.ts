import type { DailyFigure, WorkFigures } from '#contract/comparison.ts';

/** The change of a figure since the days before. `difference` and `share` of the value before; both are absent where a number would mean nothing. */
export type FigureChange = {
  verdict?: 'better' | 'worse' | 'same';
  difference?: number;
  share?: number;
};

/** The figures of a group: those of a day, and who did not come. */
export type GroupFigure = DailyFigure | 'didNotCome';

const falling: readonly GroupFigure[] = ['median', 'ninetieth', 'didNotCome', 'lost'];

/** Figures that are shown and compared as a share, and of what. */
export const shareDenominators: Partial<Record<keyof WorkFigures, 'timed' | 'bookingsDue'>> = {
  inTarget: 'timed',
  shownUp: 'bookingsDue',
  didNotCome: 'bookingsDue',
};

/** Fewer leads are neither better nor worse than others, and a share of fewer means nothing. */
const fewestCompared = 10;

/**
 * Compares a figure with its value before. Durations are rounded, and what is a share of something is compared by it, so that these
 * have a verdict only.
 *
 * @returns undefined when there is nothing to compare.
 */
export function compareFigures(
  figure: GroupFigure,
  now: WorkFigures,
  before: WorkFigures,
): FigureChange | undefined {
  if (isDurationFigure(figure))
    return compareValues(figure, [now[figure], before[figure]], [now.answered, before.answered]);
  const whole = shareDenominators[figure];
  if (whole) {
    const shareOf = (figures: WorkFigures) =>
      figures[whole] > 0 ? (figures[figure] ?? 0) / figures[whole] : null;
    return compareValues(figure, [shareOf(now), shareOf(before)], [now[whole], before[whole]]);
  }
  const [value, valueBefore] = [now[figure], before[figure]];
  if (value === 0 && valueBefore === 0) return undefined;
  const difference = value - valueBefore;
  return {
    difference,
    ...judge(figure, difference, Math.max(value, valueBefore)),
    ...(valueBefore >= fewestCompared && { share: difference / valueBefore }),
  };
}

function compareValues(
  figure: GroupFigure,
  [now, before]: readonly [number | null, number | null],
  leads: readonly number[],
): FigureChange | undefined {
  if (now === null || before === null) return undefined;
  return judge(figure, now - before, Math.min(...leads));
}

function judge(figure: GroupFigure, difference: number, leads: number): Pick<FigureChange, 'verdict'> {
  if (difference === 0) return { verdict: 'same' };
  if (leads < fewestCompared) return {};
  return { verdict: difference > 0 === falling.includes(figure) ? 'worse' : 'better' };
}

/** Tells whether a figure is in minutes. */
export const isDurationFigure = (figure: keyof WorkFigures) => figure === 'median' || figure === 'ninetieth';
