import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { pageSize } from '#contract/business.ts';
import { queuePreview } from '#contract/leads/lead-queue.ts';
import { type QueueGroup, queueGroups } from '#contract/leads/queue-groups.ts';
import { LeadListPanel, useOpenInPanel } from '#web/features/leads/panel/lead-list-panel.tsx';
import { OfferingFilter } from '#web/features/leads/record/offering-filter.tsx';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { FilterBar, segmentFilter } from '#web/ui/filter/filters.tsx';
import { useShortcut } from '#web/ui/keys/shortcuts.tsx';
import { EmptyState, LoadFailed, NoMatch } from '#web/ui/list/list-states.tsx';
import { PageBar } from '#web/ui/list/page-bar.tsx';
import classes from './queue.module.css';
import { type QueuedLead, type QueuePage, queueGroupQuery, queueQuery } from './queue.queries.ts';
import { QueueLines } from './queue-lines.tsx';
import { narrowingOf, type QueueSearch } from './queue-search.ts';

type QueueProps = {
  url: QueueSearch;
  onStart: () => void;
  isStarting: boolean;
  /** The center selector, unless it is elsewhere. */
  centers?: ReactNode;
};

/** Whom to call now: six groups, or one whole. */
export function Queue({ url, onStart, isStarting, centers }: QueueProps) {
  const t = useTranslations('queue');
  const { narrow } = useListUrl();
  const { serviceID, whose = '', group, page } = url;
  const query = narrowingOf(url);
  const queue = useQuery(queueQuery(query));
  const owners = (['', 'mine', 'nobody'] as const).map((value) => ({
    value,
    label: t(`whose.${value || 'all'}`),
  }));
  useShortcut('s', t('start'), onStart);
  const filters = [
    segmentFilter({ name: 'whose', label: t('whose.label'), value: whose, options: owners }),
    {
      names: ['serviceID'],
      isOn: serviceID !== undefined,
      control: (
        <OfferingFilter
          className={classes.offering}
          value={serviceID}
          onFilter={(id) => narrow({ serviceID: id })}
        />
      ),
    },
    {
      names: ['serviceCenter'],
      isOn: url.serviceCenter !== undefined && centers !== undefined,
      control: centers,
    },
  ];
  const isNarrowed = filters.some(({ isOn }) => isOn);
  const clear = () =>
    narrow({ serviceID: undefined, whose: undefined, ...(centers && { serviceCenter: undefined }) });

  return (
    <section className={classes.queue} aria-labelledby="queue">
      <header className={classes.head}>
        <h2 id="queue" className="heading">
          {t('title')}
          {queue.data && <span className="quiet"> {queue.data.total}</span>}
        </h2>
        <Button
          leftSection={<IconPlayerPlay size={16} stroke={1.75} />}
          onClick={onStart}
          loading={isStarting}
          disabled={queue.data?.total === 0}
          aria-keyshortcuts="s"
        >
          {t('start')}
        </Button>
      </header>
      <FilterBar filters={filters} />
      {queue.error && !queue.data ? (
        <LoadFailed error={queue.error} onRetry={() => void queue.refetch()} />
      ) : !queue.data ? (
        <Loading />
      ) : queue.data.total === 0 && isNarrowed ? (
        <NoMatch onClear={clear} />
      ) : queue.data.total === 0 ? (
        <EmptyState title={t('empty')} why={t('emptyWhy')} />
      ) : group ? (
        <OneGroup group={group} page={page} url={url} />
      ) : (
        <AllGroups url={url} list={queue as UseQueryResult<QueuePage>} />
      )}
    </section>
  );
}

function Loading() {
  return (
    <div className={classes.loading} aria-busy>
      {[62, 48, 70, 55, 66, 50].map((width) => (
        <Skeleton key={width} width={`${width}%`} height={20} />
      ))}
    </div>
  );
}

function AllGroups({ url, list }: { url: QueueSearch; list: UseQueryResult<QueuePage> }) {
  const t = useTranslations('queue');
  const onOpen = useOpenQueued(url);
  const { narrow } = useListUrl();
  const { rows, groups } = list.data ?? { rows: [], groups: [] };
  return (
    <>
      <QueueLines
        rows={rows}
        isRefreshing={list.isPlaceholderData}
        most={queueGroups.length * queuePreview}
        openId={url.lead ?? url.work}
        onOpen={onOpen}
      >
        {(shown, lines) =>
          groups.map(({ group, total, isTotalCapped }) => {
            const own = shown.filter((lead) => lead.group === group);
            return (
              <section key={group} aria-labelledby={`queue-${group}`}>
                <GroupHead group={group} total={total} isTotalCapped={isTotalCapped}>
                  {total > queuePreview && (
                    <button type="button" className={classes.more} onClick={() => narrow({ group })}>
                      {t('showAll')}
                      <span className="visually-hidden">: {t(`groups.${group}`)}</span>
                    </button>
                  )}
                </GroupHead>
                {own.length > 0 && lines(own, t(`groups.${group}`))}
              </section>
            );
          })
        }
      </QueueLines>
      <LeadListPanel url={url} list={list} pageOf={() => queueQuery(narrowingOf(url))} />
    </>
  );
}

function OneGroup({ group, page, url }: { group: QueueGroup; page: number; url: QueueSearch }) {
  const t = useTranslations('queue');
  const onOpen = useOpenQueued(url);
  const { narrow, settle } = useListUrl();
  const pageOf = (page: number) => queueGroupQuery(group, { ...narrowingOf(url), page });
  const list = useQuery(pageOf(page));
  const { rows, total, totalPages = 0, isTotalCapped = false } = list.data ?? {};
  const isPastEnd = !list.isPlaceholderData && rows?.length === 0 && totalPages > 0 && page > totalPages;
  useEffect(() => {
    if (isPastEnd) settle({ page: totalPages });
  }, [isPastEnd, settle, totalPages]);
  return (
    <>
      <section aria-labelledby={`queue-${group}`}>
        <GroupHead group={group} total={total} isTotalCapped={isTotalCapped}>
          <button type="button" className={classes.more} onClick={() => narrow({ group: undefined })}>
            {t('showGroups')}
          </button>
        </GroupHead>
        {list.error && !rows ? (
          <LoadFailed error={list.error} onRetry={() => void list.refetch()} />
        ) : !rows || isPastEnd ? (
          <Loading />
        ) : (
          <QueueLines
            rows={rows}
            isRefreshing={list.isPlaceholderData}
            most={pageSize}
            openId={url.lead ?? url.work}
            onOpen={onOpen}
          >
            {(shown, lines) => shown.length > 0 && lines(shown, t(`groups.${group}`))}
          </QueueLines>
        )}
      </section>
      <PageBar
        page={page}
        totalPages={list.data?.totalPages}
        totalRows={total}
        isTotalCapped={isTotalCapped}
        onPage={(page) => narrow({ page })}
      />
      <LeadListPanel url={url} list={list} pageOf={pageOf} />
    </>
  );
}

/** @returns how a line opens: in place of the lead worked on, if any. */
function useOpenQueued(url: QueueSearch): (lead: QueuedLead) => void {
  const { swap } = useListUrl();
  const openInPanel = useOpenInPanel(url);
  return (lead) => (url.work ? swap({ work: undefined, lead: lead._id }) : openInPanel(lead));
}

type GroupHeadProps = {
  group: QueueGroup;
  /** Undefined: unknown. */
  total: number | undefined;
  isTotalCapped: boolean;
  children: ReactNode;
};

function GroupHead({ group, total, isTotalCapped, children }: GroupHeadProps) {
  const t = useTranslations('queue');
  return (
    <div className={classes.group} data-empty={total === 0 || undefined}>
      <h3 id={`queue-${group}`} className={classes.title}>
        {t(`groups.${group}`)}{' '}
        {total !== undefined && (
          <span className={classes.count}>
            {t('count', { count: total, more: isTotalCapped ? '+' : '' })}
          </span>
        )}
      </h3>
      {children}
    </div>
  );
}
