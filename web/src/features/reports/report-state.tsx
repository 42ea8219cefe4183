import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { EmptyState, LoadFailed } from '#web/ui/list/list-states.tsx';
import type { ReportRow } from './report-rows.ts';
import classes from './report-state.module.css';

type ReportStateProps = {
  rows: readonly ReportRow[] | undefined;
  error: unknown;
  onRetry: () => void;
  /** Why there may be no rows. */
  emptyWhy: string;
  children: (rows: readonly ReportRow[]) => ReactNode;
};

/** The table of a report, or what stands in its place: 'Loading...' until data arrives, an error, no rows. */
export function ReportState({ rows, error, onRetry, emptyWhy, children }: ReportStateProps) {
  const t = useTranslations('reports');
  if (rows && rows.length > 0) return children(rows);
  return (
    <div className={classes.instead}>
      {rows ? (
        <EmptyState why={emptyWhy} />
      ) : error ? (
        <LoadFailed error={error} onRetry={onRetry} />
      ) : (
        <p role="status">{t('loading')}</p>
      )}
    </div>
  );
}
