import { Button, Collapse } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { defaultPageSize } from '#contract/business.ts';
import { type CallQueuePart, callGroups } from '#contract/leads/call-order.ts';
import { LeadListPanel, useOpenInPanel } from '#web/features/leads/panel/lead-list-panel.tsx';
import { OfferingFilter } from '#web/features/leads/record/offering-filter.tsx';
import { useUnassignedEnquiries } from '#web/features/leads/record/unassigned-enquiries.ts';
import { useDeferredInitialData } from '#web/lib/browser/use-deferred-initial-data.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Segments } from '#web/ui/choice/segments.tsx';
import { RecordSkeleton } from '#web/ui/feedback/skeleton.tsx';
import { FilterBar } from '#web/ui/filter/filters.tsx';
import { useShortcut } from '#web/ui/keys/shortcuts.tsx';
import { EmptyState, Loaded, NoMatch } from '#web/ui/list/list-states.tsx';
import { PageBar } from '#web/ui/list/page-bar.tsx';
import { PrintedList, usePrintedList } from '#web/ui/list/printed-list.tsx';
import classes from './queue.module.css';
import { type QueuedLead, type QueuePage, queuePageSize, queueQuery } from './queue.queries.ts';
import { QueueLines } from './queue-lines.tsx';
import { getQueueFilters, lastQueueChoices, type QueueSearch, useQueueChoices } from './queue-search.ts';

type QueueProps = {
  url: QueueSearch;
  onStart: () => void;
  isStarting: boolean;
  centers?: ReactNode;
};

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
  const total = queue.data?.groups.reduce((sum, group) => sum + group.total, 0) ?? 0;

  return (
    <section className={classes.queue} aria-labelledby="queue">
      <header className={classes.head}>
        <h2 id="queue" className="heading">
          {t('title')}
          {queue.data && (
            <span className="quiet"> {t('count', { count: total, more: moreOf(queue.data) })}</span>
          )}
        </h2>
        <Button
          leftSection={<IconPlayerPlay size={16} stroke={1.75} />}
          onClick={onStart}
          loading={isStarting}
          disabled={queue.data !== undefined && total === 0}
          aria-keyshortcuts="s"
        >
          {t('start')}
        </Button>
      </header>
      <FilterBar filters={filters} />
      {queue.data && isThere && total > 0 ? (
        <About queue={queue.data} part={part} />
      ) : (
        <UnassignedEnquiries />
      )}
      <Loaded query={queue} instead={<RecordSkeleton lines={6} />}>
        {() =>
          total > 0 ? (
            <Listed url={url} list={queue as UseQueryResult<QueuePage>} pageOf={pageOf} />
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

function UnassignedEnquiries() {
  const t = useTranslations('queue');
  const count = useUnassignedEnquiries()?.toPlace ?? 0;
  if (count === 0) return null;
  return (
    <Link className={classes.more} to="/main/intake" search={{ state: 'toPlace' }}>
      {t('toPlace', { count })}
    </Link>
  );
}

function About({
  queue: { colleagues, waitingLong },
  part,
}: {
  queue: QueuePage;
  part: CallQueuePart | undefined;
}) {
  const t = useTranslations('queue');
  const { setFilters: narrow } = useListUrl();
  const [isOpen, setOpen] = useState(false);
  const rule = useId();
  const counted = ({ total, isCapped }: QueuePage['colleagues']) => ({
    count: total,
    more: isCapped ? '+' : '',
  });
  return (
    <>
      <div className={classes.about}>
        <UnassignedEnquiries />
        {waitingLong.total > 0 && part !== 'waitingLong' && (
          <button type="button" className={classes.more} onClick={() => narrow({ part: 'waitingLong' })}>
            {t('waitingLong', counted(waitingLong))}
          </button>
        )}
        {colleagues.total > 0 && <span className="quiet">{t('colleagues', counted(colleagues))}</span>}
        <button
          type="button"
          className={classes.more}
          aria-expanded={isOpen}
          aria-controls={rule}
          onClick={() => setOpen((open) => !open)}
        >
          {t('whyOrder')}
        </button>
      </div>
      <Collapse expanded={isOpen} id={rule}>
        <div className={classes.rule}>
          <p>{t('rule.lost')}</p>
          <ol>
            {callGroups.map((group) => (
              <li key={group}>{t(`rule.${group}`)}</li>
            ))}
          </ol>
          <p>{t('rule.tenth')}</p>
        </div>
      </Collapse>
    </>
  );
}

type ListedProps = {
  url: QueueSearch;
  list: UseQueryResult<QueuePage>;
  pageOf: (page: number) => ReturnType<typeof queueQuery>;
};

function Listed({ url, list, pageOf }: ListedProps) {
  const t = useTranslations('queue');
  const { setFilters: narrow, correctUrl: settle } = useListUrl();
  const onOpen = useOpenQueued(url);
  const { part, page } = url;
  const size = part ? defaultPageSize : queuePageSize;
  const { rows = [], total, totalPages = 0, isTotalCapped = false, groups = [] } = list.data ?? {};
  const isPastEnd = !list.isPlaceholderData && rows.length === 0 && page > Math.max(1, totalPages);
  useEffect(() => {
    if (isPastEnd) settle({ page: Math.max(1, totalPages) });
  }, [isPastEnd, settle, totalPages]);
  const totalOf = (group: CallQueuePart) => groups.find((each) => each.group === group);
  const printed = usePrintedList(list.data);
  const lines: Omit<ComponentProps<typeof QueueLines>, 'rows'> = {
    isRefreshing: list.isPlaceholderData,
    most: size,
    openId: url.lead ?? url.work,
    onOpen,
    children: (shown, lines) =>
      part
        ? shown.length > 0 && lines(shown, t(`groups.${part}`))
        : stretchesOf(shown).map(({ group, leads }) => {
            const all = totalOf(group);
            return (
              <section key={group} aria-labelledby={`queue-${group}`}>
                <PartHead name={group} total={all?.total} isCapped={all?.isCapped ?? false}>
                  {(all?.total ?? 0) > leads.length && <ShowAll group={group} />}
                </PartHead>
                {lines(leads, t(`groups.${group}`))}
              </section>
            );
          }),
  };
  return (
    <>
      {part && (
        <PartHead name={part} total={total} isCapped={isTotalCapped}>
          <button type="button" className={classes.more} onClick={() => narrow({ part: undefined })}>
            {t('showOrder')}
          </button>
        </PartHead>
      )}
      {printed && list.data && (
        <PrintedList printed={printed} shown={list.data}>
          <QueueLines {...lines} rows={printed.rows ?? rows} />
        </PrintedList>
      )}
      <div className={printed ? 'screen-only' : 'as-content'}>
        <QueueLines {...lines} rows={rows} />
      </div>
      {!part && !printed && (
        <Behind
          groups={groups.filter(({ group, total }) => total > 0 && !rows.some((row) => row.group === group))}
        />
      )}
      {!printed && (
        <PageBar
          page={page}
          totalPages={list.data?.totalPages}
          totalRows={total}
          size={size}
          isTotalCapped={isTotalCapped}
          onPage={(page) => narrow({ page })}
        />
      )}
      <LeadListPanel url={url} list={list} pageOf={pageOf} />
    </>
  );
}

function stretchesOf(rows: readonly QueuedLead[]) {
  const stretches: { group: QueuedLead['group']; leads: QueuedLead[] }[] = [];
  for (const lead of rows) {
    const last = stretches.at(-1);
    if (last && (lead.isLongest || last.group === lead.group)) last.leads.push(lead);
    else stretches.push({ group: lead.group, leads: [lead] });
  }
  return stretches;
}

// Groups of which the page shows nobody.
function Behind({ groups }: { groups: QueuePage['groups'] }) {
  const t = useTranslations('queue');
  if (groups.length === 0) return null;
  return (
    <ul className={classes.behind} aria-label={t('behind')}>
      {groups.map(({ group, total, isCapped }) => (
        <li key={group}>
          <ShowAll group={group}>
            {t(`groups.${group}`)} {t('count', { count: total, more: isCapped ? '+' : '' })}
          </ShowAll>
        </li>
      ))}
    </ul>
  );
}

function ShowAll({ group, children }: { group: CallQueuePart; children?: ReactNode }) {
  const t = useTranslations('queue');
  const { setFilters: narrow } = useListUrl();
  return (
    <button type="button" className={classes.more} onClick={() => narrow({ part: group })}>
      {children ?? (
        <>
          {t('showAll')}
          <span className="visually-hidden">: {t(`groups.${group}`)}</span>
        </>
      )}
    </button>
  );
}

function useOpenQueued(url: QueueSearch): (lead: QueuedLead) => void {
  const { replaceRecord: swap } = useListUrl();
  const openInPanel = useOpenInPanel(url);
  return (lead) => (url.work ? swap({ work: undefined, lead: lead._id }) : openInPanel(lead));
}

type PartHeadProps = {
  name: CallQueuePart;
  total: number | undefined;
  isCapped: boolean;
  children: ReactNode;
};

function PartHead({ name, total, isCapped, children }: PartHeadProps) {
  const t = useTranslations('queue');
  return (
    <div className={classes.group}>
      <h3 id={`queue-${name}`} className={classes.title}>
        {t(`groups.${name}`)}{' '}
        {total !== undefined && (
          <span className={classes.count}>{t('count', { count: total, more: isCapped ? '+' : '' })}</span>
        )}
      </h3>
      {children}
    </div>
  );
}
