import classes from './comparison.module.css';

const width = 120;
const height = 28;

/** By day, the days before as a fainter line on the same scale; the numbers are beside it. */
export function Sparkline({ now, before }: { now: readonly number[]; before: readonly number[] }) {
  const most = Math.max(1, ...now, ...before);
  const points = (values: readonly number[]) =>
    values
      .map((value, place) => {
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
