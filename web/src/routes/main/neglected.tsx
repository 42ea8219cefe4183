import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { z } from 'zod';
import type { EndpointQueryInput } from '#contract/call/endpoint.ts';
import { listAdvisors } from '#contract/leads/lead-advisors.ts';
import { getLeadSorts, leadOrderParams, leadSorts, openStatuses } from '#contract/leads/lead-lists.ts';
import { downloadNeglectedCsv, listNeglected, neglectedGroupings } from '#contract/leads/lead-oversight.ts';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { listBulkActions } from '#web/features/leads/bulk/use-bulk.tsx';
import { leadFilter } from '#web/features/leads/lists/lead-filters.tsx';
import { centerFilter, LeadList, LeadRowActions } from '#web/features/leads/lists/lead-list.tsx';
import { leadFilterParams } from '#web/features/leads/lists/lead-search.ts';
import { LeadTabs } from '#web/features/leads/lists/lead-tabs.tsx';
import { NeglectedGroups } from '#web/features/leads/lists/neglected-groups.tsx';
import { useLeadColumns } from '#web/features/leads/record/lead-columns.tsx';
import { panelSearch } from '#web/features/leads/record/panel-search.ts';
import { WorkPanel } from '#web/features/leads/working/work-panel.tsx';
import { neglectedWorklist, useStartWork, type WorklistQuery } from '#web/features/leads/working/worklist.ts';
import { endpointPage, endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useDealer } from '#web/lib/dealer/dealer.queries.ts';
import { listRouteOptions, listSearch, recordId } from '#web/lib/url/list-search.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { filterBarControl, SegmentFilter, searchFilter } from '#web/ui/filter/filters.tsx';
import { IconButton } from '#web/ui/frame/buttons.tsx';
import { DownloadButton } from '#web/ui/frame/download-button.tsx';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import type { Sorting } from '#web/ui/rows/sort-header.tsx';

const neglectedSearch = listSearch.extend({
  status: z.enum(openStatuses).default('pending').catch('pending'),
  ...leadFilterParams.advisor,
  sort: leadOrderParams.sort.catch(undefined),
  order: leadOrderParams.order.catch(undefined),
  by: z.enum(neglectedGroupings).optional().catch(undefined),
  work: recordId,
  ...panelSearch,
});

type Search = z.output<typeof neglectedSearch>;

const neglectedQuery = ({
  status,
  advisor,
  serviceCenter,
  search,
  sort,
  order,
  page,
}: EndpointQueryInput<typeof listNeglected>) =>
  endpointPage(listNeglected, { query: { status, advisor, serviceCenter, search, sort, order, page } });

export const Route = createFileRoute('/main/neglected')({
  ...listRouteOptions(
    neglectedSearch,
    (search) => neglectedQuery(queryOf(search)),
    (queryClient, { serviceCenter }) => {
      void queryClient.prefetchQuery(endpointQuery(listAdvisors, { query: { serviceCenter } }));
    },
  ),
  component: Neglected,
});

function queryOf({ sort, order, ...rest }: Search & { serviceCenter?: string }) {
  const { status, advisor, serviceCenter, search, page } = rest;
  const isApt = sort !== undefined && getLeadSorts(status).includes(sort);
  return { status, advisor, serviceCenter, search, page, ...(isApt && { sort, order }) };
}

function Neglected() {
  const url = Route.useSearch();
  const t = useTranslations('leadWork');
  const leads = useTranslations('leads');
  const format = useFormatter();
  const { neglectedAfterDays } = useDealer();
  const { page: _, sort, order, ...narrowing } = queryOf(url);
  const { status, by, page, search } = url;
  const pageOf = (page: number) => neglectedQuery({ ...narrowing, sort, order, page });
  const list = useQuery(pageOf(page));
  const { setFilters: narrow } = useListUrl();
  const isPhone = useIsPhone();
  const sorting: Sorting = {
    sort: sort ?? 'waiting',
    order: order ?? leadSorts[sort ?? 'waiting'],
    defaults: Object.fromEntries(getLeadSorts(status).map((one) => [one, leadSorts[one]])),
    onSort: (sort, order) => narrow({ sort, order }),
  };
  const { counts } = list.data ?? {};
  const all = useLeadColumns();
  const countOf = (one: (typeof openStatuses)[number]) => {
    const { count, isCapped } = counts?.[one] ?? {};
    return count === undefined ? '' : `${format.number(count)}${isCapped ? '+' : ''}`;
  };
  const screen = {
    title: t('neglected.title'),
    tabs: <LeadTabs current="neglected" />,
    action: (
      <div className="button-row">
        <div data-chooses-view>
          <SegmentFilter
            name="by"
            label={t('neglected.groupBy')}
            value={by ?? ''}
            options={(['', ...neglectedGroupings] as const).map((value) => ({
              value,
              label: t(`neglected.groupings.${value || 'none'}`),
            }))}
          />
        </div>
        {list.data?.total !== 0 && (
          // Their place is kept until it is known that there is something.
          <div className="button-row" style={list.data ? undefined : { visibility: 'hidden' }}>
            <WorkThrough worklist={neglectedWorklist(narrowing)} />
            <DownloadButton
              endpoint={downloadNeglectedCsv}
              input={{ query: narrowing }}
              label={t('neglected.download')}
              failed={t('neglected.notDownloaded')}
            />
          </div>
        )}
      </div>
    ),
    filters: [
      filterBarControl(
        <SegmentFilter
          name="status"
          label={t('neglected.statuses')}
          value={status}
          options={openStatuses.map((one) => ({
            value: one,
            label: leads(`statuses.${one}`),
            count: countOf(one),
          }))}
        />,
      ),
      // Below the statuses, a phone shows it too.
      { ...searchFilter(search, t('neglected.searchHint')), place: isPhone ? ('below' as const) : undefined },
      { ...centerFilter(url, <CenterSelect />), place: 'more' as const },
      leadFilter('advisor', url, 'more'),
    ],
    empty: <EmptyState why={t('neglected.empty', { days: neglectedAfterDays[status] })} />,
  };
  const working = url.work && <WorkPanel id={url.work} worklist={neglectedWorklist(narrowing)} />;
  if (by)
    return (
      <NeglectedGroups
        {...screen}
        by={by}
        narrowing={narrowing}
        work={(name, neglected, url) => (
          <WorkThrough name={name} worklist={neglectedWorklist(neglected)} url={url} />
        )}
      >
        {working}
      </NeglectedGroups>
    );
  return (
    <LeadList
      {...screen}
      url={url}
      sorting={sorting}
      list={list}
      pageOf={pageOf}
      columns={[
        { ...all.name, width: '15%' },
        { ...all.waiting, width: '92px' },
        all.phone,
        all.serviceOrCampaign,
        { ...all.serviceCenter, width: '188px' },
        { ...all.advisor, width: '144px' },
      ]}
      actions={{ width: '96px', of: (lead) => <LeadRowActions lead={lead} /> }}
      bulk={{
        matching: { list: 'neglected', ...narrowing },
        actions: listBulkActions(status),
      }}
    >
      {working}
    </LeadList>
  );
}

type WorkThroughProps<Key extends QueryKey> = {
  name?: string;
  worklist: WorklistQuery<Key>;
  url?: Record<string, unknown>;
};

function WorkThrough<Key extends QueryKey>({ name, worklist, url }: WorkThroughProps<Key>) {
  const t = useTranslations('working');
  const { start, isStarting } = useStartWork(worklist, url);
  const isPhone = useIsPhone();
  const icon = <IconPlayerPlay size={16} stroke={1.75} />;
  // All leads: beside what they are grouped by, a phone has no room for words.
  if (isPhone && !name)
    return (
      <IconButton label={t('through')} icon={icon} variant="default" loading={isStarting} onClick={start} />
    );
  return (
    <Button
      variant="default"
      leftSection={icon}
      aria-label={name && t('throughOf', { name })}
      loading={isStarting}
      onClick={start}
    >
      {t('through')}
    </Button>
  );
}
