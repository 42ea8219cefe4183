import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { type DailyFigure, dailyFigures, getComparisonLeadFilter } from '#contract/comparison.ts';
import { linkToLeads } from '#web/features/reports/report-search.ts';
import classes from './comparison.module.css';
import {
  type ComparisonDataProps,
  isDurationFigure,
  useDescribeDifference,
  useFormatFigure,
} from './shown-figures.ts';

/** Each figure of all, what it was before, and a line by day. */
export function FigureTiles({ data, scope }: ComparisonDataProps) {
  const t = useTranslations('reports.comparison');
  const text = useFormatFigure();
  return (
    <ul className={classes.tiles} aria-label={t('tiles')}>
      {dailyFigures.map((figure) => {
        const { now, before } = data.total;
        const list = now[figure] ? getComparisonLeadFilter(figure, data.now, scope) : undefined;
        const value = <span className={classes.value}>{text(figure, now)}</span>;
        return (
          <li key={figure} className={classes.tile}>
            <span className={classes.label}>{t(`figures.${figure}`)}</span>
            {list ? (
              <Link
                {...linkToLeads(list)}
                aria-label={t('open', { figure: t(`figures.${figure}`), value: text(figure, now) })}
              >
                {value}
              </Link>
            ) : (
              value
            )}
            <Difference figure={figure} now={now[figure]} before={before[figure]} />
            <Sparkline
              now={data.days.map((day) => day[figure])}
              before={data.daysBefore.map((day) => day[figure])}
            />
          </li>
        );
      })}
    </ul>
  );
}

type DifferenceProps = { figure: DailyFigure; now: number | null; before: number | null };

function Difference({ figure, now, before }: DifferenceProps) {
  const t = useTranslations('reports.comparison');
  const text = useFormatFigure();
  const difference = useDescribeDifference()(figure, now, before);
  if (!difference || before === null) return <span className={classes.difference}>{t('notBefore')}</span>;
  const { signed, share, isBetter } = difference;
  return (
    <span className={classes.difference} data-better={isBetter || undefined}>
      {t('difference', {
        before: text(figure, { [figure]: before }),
        change: isDurationFigure(figure)
          ? (share ?? '')
          : [signed, share && `(${share})`].filter(Boolean).join(' '),
      })}
    </span>
  );
}

const width = 120;
const height = 28;

type SparklineProps = Record<'now' | 'before', readonly (number | null)[]>;

function Sparkline({ now, before }: SparklineProps) {
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
