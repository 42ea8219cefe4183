import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { z } from 'zod';
import type { QueryInput } from '#contract/call/endpoint.ts';
import { listAdvisors } from '#contract/leads/lead-advisors.ts';
import { openStatuses } from '#contract/leads/lead-lists.ts';
import { listNeglected } from '#contract/leads/lead-oversight.ts';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { leadFilter } from '#web/features/leads/lists/lead-filters.tsx';
import { centerFilter, LeadList, RecordActions } from '#web/features/leads/lists/lead-list.tsx';
import { leadFilterParams } from '#web/features/leads/lists/lead-search.ts';
import { LeadTabs } from '#web/features/leads/lists/lead-tabs.tsx';
import { useLeadColumns } from '#web/features/leads/record/lead-columns.tsx';
import { panelSearch } from '#web/features/leads/record/panel-search.ts';
import { endpointPage, endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useDealer } from '#web/lib/session/dealer.ts';
import { listRoute, pageSearch, recordId } from '#web/lib/url/list-search.ts';
import { besideFilters, SegmentFilter } from '#web/ui/filter/filters.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';

const neglectedSearch = pageSearch.extend({
  status: z.enum(openStatuses).default('pending').catch('pending'),
  ...leadFilterParams.advisor,
  ...panelSearch,
  view: recordId,
});

const neglectedQuery = (query: QueryInput<typeof listNeglected>) => endpointPage(listNeglected, { query });

export const Route = createFileRoute('/main/neglected')({
  ...listRoute(neglectedSearch, neglectedQuery, (queryClient, { serviceCenter }) => {
    void queryClient.prefetchQuery(endpointQuery(listAdvisors, { query: { serviceCenter } }));
  }),
  component: Neglected,
});

function Neglected() {
  const url = Route.useSearch();
  const t = useTranslations('leadWork');
  const leads = useTranslations('leads');
  const format = useFormatter();
  const { neglectedAfterDays } = useDealer();
  const { status, advisor, serviceCenter, page } = url;
  const pageOf = (page: number) => neglectedQuery({ status, advisor, serviceCenter, page });
  const list = useQuery(pageOf(page));
  const { counts } = list.data ?? {};
  const all = useLeadColumns();
  const countOf = (one: (typeof openStatuses)[number]) => {
    const { count, isCapped } = counts?.[one] ?? {};
    return count === undefined ? '' : `${format.number(count)}${isCapped ? '+' : ''}`;
  };
  return (
    <LeadList
      title={t('neglected.title')}
      tabs={<LeadTabs />}
      filters={[
        besideFilters(
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
        centerFilter(url, <CenterSelect />),
        leadFilter('advisor', url),
      ]}
      url={url}
      list={list}
      pageOf={pageOf}
      columns={[
        { ...all.name, width: '15%' },
        all.waiting,
        all.phone,
        all.serviceOrCampaign,
        { ...all.serviceCenter, width: '188px' },
        { ...all.advisor, width: '10%' },
      ]}
      actions={{ width: '96px', of: (lead) => <RecordActions lead={lead} /> }}
      bulk={{
        matching: { list: 'neglected', status, advisor, serviceCenter },
        actions: [
          'assign',
          'moveCenter',
          ...(status === 'potential' ? (['followUp'] as const) : []),
          'archive',
        ],
      }}
      empty={<EmptyState why={t('neglected.empty', { days: neglectedAfterDays[status] })} />}
    />
  );
}
