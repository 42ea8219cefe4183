import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { EndpointQueryInput } from '#contract/call/endpoint.ts';
import { listAdvisors, takeLead } from '#contract/leads/lead-advisors.ts';
import { countLeadsByStatus, type Lead, leadStatus, listLeadsByStatus } from '#contract/leads/leads.ts';
import { listOfferingsByType, offeringTypes } from '#contract/offerings.ts';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { listBulkActions } from '#web/features/leads/bulk/use-bulk.tsx';
import { SearchMatchesElsewhere } from '#web/features/leads/lists/found-elsewhere.tsx';
import {
  ExtraColumnSwitches,
  leadFilter,
  useExtraColumns,
  useSortFilter,
  useStatusListSorting,
} from '#web/features/leads/lists/lead-filters.tsx';
import { centerFilter, LeadList } from '#web/features/leads/lists/lead-list.tsx';
import { getStatusListFilters, statusListSearch } from '#web/features/leads/lists/lead-search.ts';
import { LeadTabs, StatusTabs } from '#web/features/leads/lists/lead-tabs.tsx';
import { useStatusDetailColumn } from '#web/features/leads/lists/status-detail.tsx';
import { useLeadColumns } from '#web/features/leads/record/lead-columns.tsx';
import { endpointPage, endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { session, useSession } from '#web/lib/session/session.ts';
import { listUrlOptions } from '#web/lib/url/list-search.ts';
import { omitRecordParams } from '#web/lib/url/preserved-search.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { filterBarControl, searchFilter } from '#web/ui/filter/filters.tsx';
import { useCreateButton } from '#web/ui/list/create-button.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { RowAction } from '#web/ui/rows/row-parts.tsx';

const statusListQuery = (query: EndpointQueryInput<typeof listLeadsByStatus>) =>
  endpointPage(listLeadsByStatus, { query }, ['status']);

export const Route = createFileRoute('/main/leadsByStatus/$status')({
  ...listUrlOptions(statusListSearch),
  beforeLoad({ params }) {
    const status = leadStatus.safeParse(params.status);
    if (!status.success) throw notFound();
    return { status: status.data };
  },
  loaderDeps: ({ search }) => omitRecordParams(search),
  loader({ context: { queryClient, status }, deps }) {
    void queryClient.prefetchQuery(statusListQuery(getStatusListFilters(status, deps)));
    void queryClient.prefetchQuery(
      endpointQuery(countLeadsByStatus, { query: { serviceCenter: deps.serviceCenter } }),
    );
    for (const type of offeringTypes)
      void queryClient.prefetchQuery(endpointQuery(listOfferingsByType, { query: { type } }));
    if (mayCall(takeLead, session.get()?.level))
      void queryClient.prefetchQuery(
        endpointQuery(listAdvisors, { query: { serviceCenter: deps.serviceCenter } }),
      );
  },
  component: LeadsByStatus,
});

function LeadsByStatus() {
  const { status } = Route.useRouteContext();
  const url = Route.useSearch();
  const t = useTranslations('leadStatus');
  const leads = useTranslations('leads');
  const { search, page, serviceCenter } = url;
  const { openDialog } = useDialogs();
  const add = () => openDialog('lead.new');
  const level = useSession()?.level;
  // The service level has center and statuses in its menu.
  const isService = level === 'service';

  const { page: _page, sort, order, ...narrowing } = getStatusListFilters(status, url);
  const pageOf = (page: number) => statusListQuery({ ...narrowing, sort, order, page });
  const { status: _status, ...matching } = narrowing;
  const sorting = useStatusListSorting(status, url);
  const list = useQuery(pageOf(page));
  const extra = useExtraColumns(list.data?.rows);
  const isWider = extra.length === 0;
  const { name, createdAt, phone, serviceOrCampaign, ...others } = useLeadColumns();
  const detailOf = useStatusDetailColumn();
  const change = (lead: Lead) =>
    !lead.isErased && (
      <RowAction
        icon={IconPencil}
        label={t('changeOf', { name: lead.name })}
        onClick={() => openDialog('lead.move', lead._id)}
      />
    );
  return (
    <LeadList
      title={leads(`statuses.${status}`)}
      label={t('list', { status: leads(`statuses.${status}`) })}
      action={useCreateButton(leads('addLead'), add)}
      tabs={isService ? <LeadTabs current="byStatus" /> : <StatusTabs serviceCenter={serviceCenter} />}
      filters={[
        searchFilter(search, leads('searchHint')),
        ...(isService ? [] : [centerFilter(url, <CenterSelect />)]),
        ...(status === 'pending' ? [leadFilter('days', url)] : []),
        ...(status === 'potential' ? [leadFilter('followUpDue', url)] : []),
        ...(mayCall(takeLead, level) ? [leadFilter('advisor', url)] : []),
        leadFilter('offering', url, 'more'),
        leadFilter('entered', url, 'more'),
        ...useSortFilter(sorting),
        { ...filterBarControl(<ExtraColumnSwitches />), place: 'more' },
      ]}
      url={url}
      list={list}
      pageOf={pageOf}
      sorting={sorting}
      columns={[
        { ...name, width: isWider ? '20%' : '15%' },
        { ...createdAt, header: t('entryDate') },
        phone,
        { ...serviceOrCampaign, width: isWider ? '22%' : '21%' },
        detailOf(status),
        ...extra.map((one) => others[one]),
      ]}
      actions={{ width: '80px', of: change }}
      bulk={{
        matching: { list: 'status', status, ...matching },
        actions: listBulkActions(status),
      }}
      elsewhere={
        search && (
          <SearchMatchesElsewhere
            search={search}
            serviceCenter={serviceCenter}
            status={status}
            to="/main/leadsByStatus/$status"
          />
        )
      }
      empty={
        <EmptyState
          why={t(`empty.${status}`)}
          action={status === 'pending' && <Button onClick={add}>{leads('addLead')}</Button>}
        />
      }
    />
  );
}
