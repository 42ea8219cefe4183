import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { dailyFigures, getComparisonLeadFilter } from '#contract/comparison.ts';
import { linkToLeads } from '#web/features/reports/report-search.ts';
import { compareFigures, type FigureChange } from './compare-figures.ts';
import classes from './comparison.module.css';
import { type ComparisonDataProps, useFormatChange, useFormatFigure } from './shown-figures.ts';

const shownFigures = dailyFigures.filter((figure) => figure !== 'ninetieth');

// Fewer make no line.
const fewestDays = 4;

/** Shows each figure of all, what it was before and, of more than a few days, a line by day. */
export function FigureTiles({ data, filters }: ComparisonDataProps) {
  const t = useTranslations('reports.comparison');
  const text = useFormatFigure();
  const { now, before } = data.total;
  return (
    <div className={classes.tileRoom}>
      <ul className={classes.tiles} aria-label={t('tiles')}>
        {shownFigures.map((figure) => {
          const list = now[figure] ? getComparisonLeadFilter(figure, data.now, filters) : undefined;
          const value = <span className={classes.value}>{text(figure, now)}</span>;
          return (
            <li key={figure} className={classes.tile}>
              <span className={classes.label}>{t(`short.${figure}`)}</span>
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
              <Change change={compareFigures(figure, now, before)} before={text(figure, before, true)} />
              {data.days.length >= fewestDays && (
                <Sparkline
                  now={data.days.map((day) => day[figure])}
                  before={data.daysBefore.map((day) => day[figure])}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type ChangeProps = { change: FigureChange | undefined; before: string };

function Change({ change, before }: ChangeProps) {
  const t = useTranslations('reports.comparison');
  const describe = useFormatChange();
  if (!change) return <span className={classes.change}>{t('notBefore')}</span>;
  const words = describe(change);
  const { verdict = words ? 'open' : 'few' } = change;
  return (
    <span className={classes.change}>
      {words && (
        <span className={classes.verdict} data-verdict={change.verdict}>
          {words}
        </span>
      )}{' '}
      <span className={classes.against}>{t(`against.${verdict}`, { before })}</span>
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
