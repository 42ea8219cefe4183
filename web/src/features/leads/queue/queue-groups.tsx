import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, Fragment, type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { defaultPageSize } from '#contract/business.ts';
import { type CallQueuePart, callGroups } from '#contract/leads/call-order.ts';
import { addDays, dateInTimeZone } from '#contract/text/dates.ts';
import { LeadListPanel, useOpenInPanel } from '#web/features/leads/panel/lead-list-panel.tsx';
import { useDealer, useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { PageBar } from '#web/ui/list/page-bar.tsx';
import { PrintedList, usePrintedList } from '#web/ui/list/printed-list.tsx';
import classes from './queue.module.css';
import { type QueuedLead, type QueuePage, queuePageSize, type queueQuery } from './queue.queries.ts';
import { QueueLines } from './queue-lines.tsx';
import type { QueueSearch } from './queue-search.ts';
import { cutIntoSections, type QueueSection } from './queue-sections.ts';

type DrawLines = (rows: readonly QueuedLead[], label: string) => ReactNode;

type QueueGroupsProps = {
  url: QueueSearch;
  list: UseQueryResult<QueuePage>;
  pageOf: (page: number) => ReturnType<typeof queueQuery>;
  hasCenters: boolean;
};

/** Shows a page of the call queue under the headings of its groups. */
export function QueueGroups({ url, list, pageOf, hasCenters }: QueueGroupsProps) {
  const t = useTranslations('queue');
  const { setFilters: narrow, correctUrl: settle } = useListUrl();
  const onOpen = useOpenQueued(url);
  const titleOf = useGroupTitle();
  const { part, page } = url;
  const size = part ? defaultPageSize : queuePageSize;
  const { rows = [], total, totalPages = 0, isTotalCapped = false, groups = [] } = list.data ?? {};
  const isPastEnd = !list.isPlaceholderData && rows.length === 0 && page > Math.max(1, totalPages);
  useEffect(() => {
    if (isPastEnd) settle({ page: Math.max(1, totalPages) });
  }, [isPastEnd, settle, totalPages]);
  const printed = usePrintedList(list.data);
  const blocksOf = ({ blocks }: QueueSection, title: string, lines: DrawLines) =>
    blocks.map(({ leads, isLongest }) =>
      isLongest ? (
        <div key={leads[0]?._id} className={classes.longest} data-longest="">
          <p className="quiet" aria-hidden>
            {t('longest')}
          </p>
          {lines(leads, t('longest'))}
        </div>
      ) : (
        <Fragment key={leads[0]?._id}>{lines(leads, title)}</Fragment>
      ),
    );
  const drawSection = (section: QueueSection, lines: DrawLines) => {
    const { group, blocks } = section;
    if (!group) return blocksOf(section, '', lines);
    const all = groups.find((each) => each.group === group);
    const own = blocks.flatMap(({ leads, isLongest }) => (isLongest ? [] : leads));
    const title = titleOf(group, own);
    const count = (all?.total ?? 0) - (all?.early ?? 0);
    return (
      <section key={group} aria-labelledby={`queue-${group}`}>
        <GroupHead id={group} title={title} total={count} isCapped={all?.isCapped ?? false}>
          {count > own.length && <ShowAll group={group} title={title} />}
        </GroupHead>
        {blocksOf(section, title, lines)}
      </section>
    );
  };
  const lines: Omit<ComponentProps<typeof QueueLines>, 'rows'> = {
    isRefreshing: list.isPlaceholderData,
    most: size,
    openId: url.lead ?? url.work,
    hasCenters,
    onOpen,
    children: (shown, lines) =>
      part
        ? shown.length > 0 && lines(shown, titleOf(part, shown))
        : cutIntoSections(shown).map((section) => drawSection(section, lines)),
  };
  return (
    <>
      {part && (
        <GroupHead id={part} title={titleOf(part, rows)} total={total} isCapped={isTotalCapped}>
          <button type="button" className={classes.more} onClick={() => narrow({ part: undefined })}>
            {t('showOrder')}
          </button>
        </GroupHead>
      )}
      {printed && list.data && (
        <PrintedList printed={printed} shown={list.data}>
          <QueueLines {...lines} rows={printed.rows ?? rows} />
        </PrintedList>
      )}
      <div className={printed ? 'screen-only' : 'as-content'}>
        <QueueLines {...lines} rows={rows} />
      </div>
      {!part && !printed && <GroupsBehind groups={groups} rows={rows} />}
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

/** @returns what a group is called, by its leads: nobody answers now at a center that is closed. */
function useGroupTitle(): (group: CallQueuePart, leads: readonly QueuedLead[]) => string {
  const t = useTranslations('queue');
  const formats = useFormats();
  const { timeZone } = useDealer();
  const today = useToday();
  return (group, leads) => {
    const openings = leads.map(({ opensAt }) => opensAt).filter((at) => at !== null);
    const isClosed = group === 'targetRunning' && leads.length > 0 && openings.length === leads.length;
    const [opensAt] = openings.sort();
    if (!isClosed || !opensAt) return t(`groups.${group}`);
    const at = Date.parse(opensAt);
    const date = dateInTimeZone(timeZone, new Date(at));
    const day = date === today ? 'today' : date === addDays(today, 1) ? 'tomorrow' : 'later';
    return t(`answerFrom.${day}`, { time: formats.timeOf(at), date: formats.nearDate(date, today) });
  };
}

// Groups of which neither this page nor one before shows anybody.
function GroupsBehind({ groups, rows }: Pick<QueuePage, 'groups' | 'rows'>) {
  const t = useTranslations('queue');
  const last = rows.findLast(({ isLongest }) => !isLongest)?.group;
  const shown = last ? callGroups.indexOf(last) : -1;
  const behind = groups.filter(({ group, total }) => total > 0 && callGroups.indexOf(group) > shown);
  if (behind.length === 0) return null;
  return (
    <ul className={classes.behind} aria-label={t('behind')}>
      {behind.map(({ group, total, isCapped }) => (
        <li key={group}>
          <ShowAll group={group} title={t(`groups.${group}`)}>
            {t(`groups.${group}`)} {t('count', { count: total, more: isCapped ? '+' : '' })}
          </ShowAll>
        </li>
      ))}
    </ul>
  );
}

type ShowAllProps = { group: CallQueuePart; title: string; children?: ReactNode };

function ShowAll({ group, title, children }: ShowAllProps) {
  const t = useTranslations('queue');
  const { setFilters: narrow } = useListUrl();
  return (
    <button type="button" className={classes.more} onClick={() => narrow({ part: group })}>
      {children ?? (
        <>
          {t('showAll')}
          <span className="visually-hidden">: {title}</span>
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

type GroupHeadProps = {
  id: CallQueuePart;
  title: string;
  total: number | undefined;
  isCapped: boolean;
  children: ReactNode;
};

function GroupHead({ id, title, total, isCapped, children }: GroupHeadProps) {
  const t = useTranslations('queue');
  return (
    <div className={classes.group}>
      <h3 id={`queue-${id}`} className={classes.title}>
        {title}{' '}
        {total !== undefined && (
          <span className={classes.count}>{t('count', { count: total, more: isCapped ? '+' : '' })}</span>
        )}
      </h3>
      {children}
    </div>
  );
}
