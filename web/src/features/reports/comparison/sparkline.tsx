import classes from './comparison.module.css';

const width = 120;
const height = 28;

type SparklineProps = Record<'now' | 'before', readonly (number | null)[]>;

export function Sparkline({ now, before }: SparklineProps) {
  const most = Math.max(1, ...now.map(Number), ...before.map(Number));
  const points = (values: readonly (number | null)[]) =>
    values
      .flatMap((value, place) => {
        if (value === null) return [];
        const x = values.length > 1 ? (place / (values.length - 1)) * (width - 4) + 2 : width / 2;
        return `${x.toFixed(1)},${(height - 2 - (value / most) * (height - 4)).toFixed(1)}`;
      })
      .join(' ');
  return (
    <svg className={classes.line} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
      <polyline className={classes.lineBefore} points={points(before)} />
      <polyline className={classes.lineNow} points={points(now)} />
    </svg>
  );
}
