import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { listOwnServiceCenters } from '#contract/service-centers.ts';
import { OfferingFilter } from '#web/features/leads/record/offering-filter.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useDeferredInitialData } from '#web/lib/browser/use-deferred-initial-data.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Segments } from '#web/ui/choice/segments.tsx';
import { RecordSkeleton } from '#web/ui/feedback/skeleton.tsx';
import { FilterBar } from '#web/ui/filter/filters.tsx';
import { BarAction } from '#web/ui/frame/bar-action.tsx';
import { useShortcut } from '#web/ui/keys/shortcuts.tsx';
import { EmptyState, Loaded, NoMatch } from '#web/ui/list/list-states.tsx';
import classes from './queue.module.css';
import { type QueuePage, queueQuery } from './queue.queries.ts';
import { QueueGroups } from './queue-groups.tsx';
import { getQueueFilters, lastQueueChoices, type QueueSearch, useQueueChoices } from './queue-search.ts';
import { EnquiriesToPlace, QueueSummary } from './queue-summary.tsx';

type QueueProps = {
  url: QueueSearch;
  onStart: () => void;
  isStarting: boolean;
  centers?: ReactNode;
};

/** The whole screen part of the call queue: its filters, groups and pages. `onStart` starts to work through it. */
export function CallQueueList({ url, onStart, isStarting, centers }: QueueProps) {
  const t = useTranslations('queue');
  const { setFilters: narrow } = useListUrl();
  useQueueChoices();
  const { part, page } = url;
  const query = getQueueFilters(url);
  const pageOf = (page: number) => queueQuery({ ...query, part, page });
  const queue = useQuery(pageOf(page));
  const isThere = useDeferredInitialData(queue.data) !== undefined;
  const { serviceID, advisor: whose = '' } = query;
  const owners = (['', 'mine', 'nobody'] as const).map((value) => ({
    value,
    label: t(`whose.${value || 'all'}`),
  }));
  const choose = (change: { whose?: '' | 'mine' | 'nobody'; serviceID?: string | undefined }) => {
    const { whose: chosen = whose } = change;
    const offering = 'serviceID' in change ? change.serviceID : serviceID;
    lastQueueChoices.set({ whose: chosen || undefined, serviceID: offering });
    narrow({ whose: chosen || 'all', serviceID: offering, part: undefined });
  };
  useShortcut('s', t('start'), onStart);
  const filters = [
    {
      names: ['whose'],
      isOn: whose !== '',
      control: (
        <Segments
          label={t('whose.label')}
          value={whose}
          options={owners}
          onChange={(value) => choose({ whose: value })}
        />
      ),
    },
    {
      names: ['serviceID'],
      isOn: serviceID !== undefined,
      control: (
        <OfferingFilter
          className={classes.offering}
          value={serviceID}
          onFilter={(id) => choose({ serviceID: id })}
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
  const clear = () => {
    choose({ whose: '', serviceID: undefined });
    if (centers) narrow({ serviceCenter: undefined });
  };
  const { serviceCenter: own = [] } = useSession() ?? {};
  const seen = useQuery(endpointQuery(listOwnServiceCenters)).data ?? own;
  const hasCenters = url.serviceCenter === undefined && seen.length !== 1;
  const total = queue.data?.groups.reduce((sum, group) => sum + group.total, 0) ?? 0;

  return (
    <section aria-labelledby="queue">
      <header className={classes.head}>
        <h2 id="queue" className="heading">
          {t('title')}
          {queue.data && (
            <span className="quiet"> {t('count', { count: total, more: moreOf(queue.data) })}</span>
          )}
        </h2>
        {queue.data && isThere && total > 0 ? (
          <QueueSummary queue={queue.data} part={part} />
        ) : (
          <EnquiriesToPlace />
        )}
        <BarAction>
          <Button
            leftSection={<IconPlayerPlay size={16} stroke={1.75} />}
            onClick={onStart}
            loading={isStarting}
            disabled={queue.data !== undefined && total === 0}
            aria-keyshortcuts="s"
          >
            {t('start')}
          </Button>
        </BarAction>
      </header>
      <FilterBar filters={filters} />
      <Loaded query={queue} instead={<RecordSkeleton lines={6} />}>
        {() =>
          total > 0 ? (
            <QueueGroups
              url={url}
              list={queue as UseQueryResult<QueuePage>}
              pageOf={pageOf}
              hasCenters={hasCenters}
            />
          ) : isNarrowed ? (
            <NoMatch onClear={clear} />
          ) : (
            <EmptyState title={t('empty')} why={t('emptyWhy')} />
          )
        }
      </Loaded>
    </section>
  );
}

function moreOf({ groups }: QueuePage): string {
  return groups.some(({ isCapped }) => isCapped) ? '+' : '';
}
