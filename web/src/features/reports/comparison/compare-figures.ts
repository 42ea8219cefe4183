import type { DailyFigure, WorkFigures } from '#contract/comparison.ts';

/** `difference` and `share` of the value before; both are absent where a number would mean nothing. */
export type FigureChange = {
  verdict?: 'better' | 'worse' | 'same';
  difference?: number;
  share?: number;
};

const falling: readonly DailyFigure[] = ['median', 'ninetieth', 'lost'];

/** Fewer leads are neither better nor worse than others, and a share of fewer means nothing. */
const fewestCompared = 10;

/**
 * Compares a figure with its value before. Durations are rounded and answers within target are compared by their share, so that these
 * have a verdict only.
 *
 * @returns undefined when there is nothing to compare.
 */
export function compareFigures(
  figure: DailyFigure,
  now: WorkFigures,
  before: WorkFigures,
): FigureChange | undefined {
  if (isDurationFigure(figure))
    return compareValues(figure, [now[figure], before[figure]], [now.answered, before.answered]);
  if (figure === 'inTarget')
    return compareValues(figure, [shareInTarget(now), shareInTarget(before)], [now.timed, before.timed]);
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
  figure: DailyFigure,
  [now, before]: readonly [number | null, number | null],
  leads: readonly number[],
): FigureChange | undefined {
  if (now === null || before === null) return undefined;
  return judge(figure, now - before, Math.min(...leads));
}

function judge(figure: DailyFigure, difference: number, leads: number): Pick<FigureChange, 'verdict'> {
  if (difference === 0) return { verdict: 'same' };
  if (leads < fewestCompared) return {};
  return { verdict: difference > 0 === falling.includes(figure) ? 'worse' : 'better' };
}

const shareInTarget = ({ inTarget, timed }: WorkFigures) => (timed > 0 ? inTarget / timed : null);

/** Tells whether a figure is in minutes. */
export const isDurationFigure = (figure: keyof WorkFigures) => figure === 'median' || figure === 'ninetieth';
