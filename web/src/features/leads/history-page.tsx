import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useListUrl } from '#web/lib/use-list-url.ts';
import { usePageEnd } from '#web/lib/use-page-end.ts';
import { EmptyState, LoadFailed } from '#web/ui/list-states.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageBar } from '#web/ui/page-bar.tsx';
import { StatusBadge } from '#web/ui/status-dot.tsx';
import { historyQuery } from './history.queries.ts';
import classes from './history-page.module.css';
import { HistoryTable } from './history-table.tsx';
import { HistoryTimeline } from './history-timeline.tsx';
import { leadQuery } from './leads.queries.ts';

const HistoryVersionDialog = lazy(() =>
  import('./history-version-dialog.tsx').then((module) => ({ default: module.HistoryVersionDialog })),
);

type HistoryPageProps = {
  /** The lead's `entryId`. */
  entryId: string;
  page: number;
  /** The number of the version that is open. */
  version: number | undefined;
};

/** The history of a lead: its versions as a table, told as a timeline, each to be looked into and restored from. */
export function HistoryPage({ entryId, page, version }: HistoryPageProps) {
  const t = useTranslations('leadHistory');
  const { narrow, open, swap, close } = useListUrl();
  const { data: lead } = useQuery(leadQuery(entryId));
  const list = useQuery(historyQuery(entryId, page));
  const { history, totalPages = 0, totalHistoryCount } = list.data ?? {};
  const next = useQuery({ ...historyQuery(entryId, page + 1), enabled: page < totalPages });
  const turn = useCallback((to: number) => narrow({ page: to }), [narrow]);
  const isPastEnd = usePageEnd(
    { page, totalPages, rows: history, isPlaceholder: list.isPlaceholderData },
    turn,
  );

  if (list.error instanceof ApiError && list.error.status === 404) return <NoHistory />;
  const shown = isPastEnd ? undefined : history;
  const before = page < totalPages && !next.isPlaceholderData ? next.data?.history[0] : undefined;
  return (
    <Page title={t('title')} total={totalHistoryCount} filters={lead && <LeadLine lead={lead} />}>
      <div className={classes.columns}>
        <div className={classes.versions}>
          <HistoryTable
            versions={shown}
            isRefreshing={list.isPlaceholderData}
            onView={(number) => open({ version: number })}
            instead={
              list.error && !history && <LoadFailed error={list.error} onRetry={() => void list.refetch()} />
            }
          />
          {totalHistoryCount !== undefined && (
            <PageBar page={page} totalPages={totalPages} totalRows={totalHistoryCount} onPage={turn} />
          )}
        </div>
        {!(list.error && !history) && <HistoryTimeline versions={shown} before={before} />}
      </div>
      <Suspense>
        {version !== undefined && lead && (
          <HistoryVersionDialog
            current={lead}
            version={version}
            onVersion={(number) => swap({ version: number })}
            onClose={() => close('version')}
          />
        )}
      </Suspense>
    </Page>
  );
}

function LeadLine({ lead }: { lead: Lead }) {
  const leads = useTranslations('leads');
  return (
    <p className={classes.lead}>
      <strong>{lead.name}</strong>
      <a href={`tel:${lead.phone}`}>{lead.phone}</a>
      <StatusBadge status={lead.status}>{leads(`statuses.${lead.status}`)}</StatusBadge>
      {!lead.isActive && <span>{leads('archived')}</span>}
    </p>
  );
}

/** What stands in the place of a history that does not exist, or is not the employee's to see. */
export function NoHistory() {
  const t = useTranslations('leadHistory');
  return (
    <Page title={t('title')}>
      <div className={classes.none}>
        <EmptyState
          title={t('empty')}
          why={t('emptyWhy')}
          action={
            <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
              {t('back')}
            </Button>
          }
        />
      </div>
    </Page>
  );
}
