import { Button } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isErased } from '#contract/leads/erased-lead.ts';
import { listLeadHistory } from '#contract/leads/lead-history.ts';
import type { Timeline } from '#contract/leads/lead-panel.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { usePanelSearch } from '#web/features/leads/record/panel-search.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useCameFrom } from '#web/lib/url/came-from.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { CommentForm } from './comment-form.tsx';
import classes from './lead-timeline.module.css';
import { timelineQuery } from './timeline.queries.ts';
import { TimelineItem } from './timeline-item.tsx';

const HistoryVersionDialog = lazyDialog(
  () => import('#web/features/leads/history/history-version-dialog.tsx'),
  'HistoryVersionDialog',
  'leadDetails.title',
  5,
);

/** @param first its first page. */
export function LeadTimeline({ lead, first }: { lead: Lead; first: Timeline }) {
  const t = useTranslations('leadPanel');
  const mayOpenVersions = mayCall(listLeadHistory, useSession()?.level);
  const cameFrom = useCameFrom();
  const { version } = usePanelSearch();
  const { open, swap, close } = useListUrl();
  const { entries, isMore, isLoading, showEarlier } = useTimeline(lead._id, first);
  return (
    <section>
      <div className={classes.top}>
        <h3 className="heading">{t('timeline')}</h3>
        {mayOpenVersions && (
          <Link to="/main/leadHistory/$entryId" params={{ entryId: lead._id }} state={cameFrom}>
            {t('history')}
          </Link>
        )}
      </div>
      {!isErased(lead) && <CommentForm key={lead._id} id={lead._id} />}
      <ol className={classes.entries}>
        {entries.map((entry) => (
          <TimelineItem
            key={entry._id}
            entry={entry}
            onVersion={mayOpenVersions ? (version) => open({ version }) : undefined}
          />
        ))}
      </ol>
      {isMore && (
        <Button variant="default" loading={isLoading} onClick={showEarlier}>
          {t('earlier')}
        </Button>
      )}
      {version !== undefined && mayOpenVersions && (
        <HistoryVersionDialog
          current={lead}
          version={version}
          onVersion={(version) => swap({ version })}
          onClose={() => close('version')}
        />
      )}
    </section>
  );
}

/** The panel brings the first page; once earlier ones show, all are kept up to date together. */
function useTimeline(id: string, first: Timeline) {
  const client = useQueryClient();
  const [hasEarlier, setHasEarlier] = useState(false);
  const options = timelineQuery(id, first);
  const query = useInfiniteQuery({ ...options, enabled: hasEarlier });
  const pages = hasEarlier ? query.data.pages : [first];
  return {
    entries: pages.flatMap(({ entries }) => entries),
    isMore: pages.at(-1)?.next != null,
    isLoading: query.isFetchingNextPage,
    showEarlier() {
      if (!hasEarlier) client.setQueryData(options.queryKey, { pages: [first], pageParams: [undefined] });
      setHasEarlier(true);
      void query.fetchNextPage();
    },
  };
}
