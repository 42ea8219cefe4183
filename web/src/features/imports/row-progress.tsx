import { useTranslations } from 'use-intl';
import type { WholeImport } from '#contract/imports.ts';
import { serverClock } from '#web/lib/live/server-clock.ts';
import classes from './imports.module.css';

type RowProgressProps = { label: string; one: Pick<WholeImport, 'handled' | 'rows' | 'startedAt'> };

/** How many rows are done, and how long the others take; without an end until the rows are counted. */
export function RowProgress({ label, one: { handled, rows, startedAt } }: RowProgressProps) {
  const t = useTranslations('imports.progress');
  if (rows === null) {
    return (
      <div className={classes.progress}>
        <progress aria-label={label} />
        <p className={classes.progressText}>{t('counting')}</p>
      </div>
    );
  }
  const minutes = minutesLeft(startedAt, handled, rows);
  return (
    <div className={classes.progress}>
      <progress aria-label={label} value={handled} max={Math.max(rows, 1)} />
      <p className={classes.progressText}>
        <span>{t('rows', { handled, rows })}</span>
        {minutes !== undefined && <span className="quiet">{t('left', { minutes })}</span>}
      </p>
    </div>
  );
}

/** At the pace until now; undefined: nothing is done yet. */
function minutesLeft(startedAt: string | null, done: number, all: number): number | undefined {
  if (!startedAt || done === 0) return undefined;
  const passed = serverClock.now().getTime() - Date.parse(startedAt);
  return Math.max(0, Math.round(((passed / done) * (all - done)) / 60_000));
}
