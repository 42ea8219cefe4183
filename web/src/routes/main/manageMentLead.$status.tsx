import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { maxIgnoredSearchLength } from '#contract/business.ts';
import type { EndpointQueryInput } from '#contract/call/endpoint.ts';
import { summariseIntake } from '#contract/intake/summary.ts';
import { listAdvisors } from '#contract/leads/lead-advisors.ts';
import { downloadLeadsCsv, listManagementLeads } from '#contract/leads/lead-oversight.ts';
import { countLeadsByStatus } from '#contract/leads/leads.ts';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { ReassignButton } from '#web/features/leads/bulk/reassign-button.tsx';
import { listBulkActions } from '#web/features/leads/bulk/use-bulk.tsx';
import { SearchMatchesElsewhere } from '#web/features/leads/lists/found-elsewhere.tsx';
import {
  ExtraColumnSwitches,
  leadFilter,
  useExtraColumns,
  useSortFilter,
  useStatusListSorting,
} from '#web/features/leads/lists/lead-filters.tsx';
import { centerFilter, LeadList, LeadRowActions } from '#web/features/leads/lists/lead-list.tsx';
import { StatusTabs } from '#web/features/leads/lists/lead-tabs.tsx';
import { ManagementFilterChips } from '#web/features/leads/lists/management-chips.tsx';
import {
  getLinkFiltersFor,
  getManagementFilters,
  linkFilterNames,
  type ManagementStatus,
  managementListStatus,
  managementSearch,
} from '#web/features/leads/lists/management-search.ts';
import { useStatusDetailColumn } from '#web/features/leads/lists/status-detail.tsx';
import { useLeadColumns } from '#web/features/leads/record/lead-columns.tsx';
import { endpointPage, endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { listUrlOptions } from '#web/lib/url/list-search.ts';
import { omitRecordParams } from '#web/lib/url/preserved-search.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { PageNotFound } from '#web/ui/feedback/route-states.tsx';
import { choiceFilter } from '#web/ui/filter/choice-filter.tsx';
import { type Filter, filterBarControl, searchFilter } from '#web/ui/filter/filters.tsx';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { DownloadButton } from '#web/ui/frame/download-button.tsx';
import { useCreateButton } from '#web/ui/list/create-button.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';

const managementListQuery = (query: EndpointQueryInput<typeof listManagementLeads>) =>
  endpointPage(listManagementLeads, { query }, ['status']);

export const Route = createFileRoute('/main/manageMentLead/$status')({
  ...listUrlOptions(managementSearch),
  beforeLoad({ params }) {
    if (!managementListStatus.safeParse(params.status).success) throw notFound();
  },
  loaderDeps: ({ search }) => omitRecordParams(search),
  loader({ context, params, deps }) {
    const filters = getManagementFilters(managementListStatus.parse(params.status), deps);
    void context.queryClient.prefetchQuery(managementListQuery(filters));
    void context.queryClient.prefetchQuery(
      endpointQuery(listAdvisors, { query: { serviceCenter: deps.serviceCenter } }),
    );
    void context.queryClient.prefetchQuery(
      endpointQuery(countLeadsByStatus, { query: { serviceCenter: deps.serviceCenter } }),
    );
  },
  component: ManagementLead,
  notFoundComponent: PageNotFound,
});

function ManagementLead() {
  const status = managementListStatus.parse(Route.useParams().status);
  return <Leads key={status} status={status} />;
}

function Leads({ status }: { status: ManagementStatus }) {
  const url = Route.useSearch();
  const t = useTranslations('managementLeads');
  const leads = useTranslations('leads');
  const { openDialog } = useDialogs();
  const { search: typed, page } = url;
  const { setFilters: narrow } = useListUrl();
  const { page: _, sort, order, ...filters } = getManagementFilters(status, omitRecordParams(url));
  const pageOf = (page: number) => managementListQuery({ ...filters, sort, order, page });
  const list = useQuery(pageOf(page));
  const sorting = useStatusListSorting(status === 'all' ? undefined : status, url);
  const extra = useExtraColumns(list.data?.rows);
  const hasExtra = extra.length > 0;
  const all = useLeadColumns();
  const detailOf = useStatusDetailColumn();
  const nameWidth = hasExtra ? '12.5%' : '13%';
  const centerWidth = hasExtra ? '120px' : 'calc(160px + 2 * var(--cell-gap))';
  const add = () => openDialog('lead.new');
  const createButton = useCreateButton(leads('addLead'), add);
  const takeOut = (names: readonly string[]) =>
    narrow(Object.fromEntries(names.map((name) => [name, undefined])));
  // A search too short, or a filter that does not fit the status, narrows nothing.
  const inForce = (...names: readonly (keyof typeof filters)[]) => ({
    names,
    isOn: names.some((name) => filters[name] !== undefined),
  });
  return (
    <LeadList
      title={t(`listOf.${status}`)}
      action={
        <div className="button-row">
          {Boolean(list.data?.total) && filters.open && filters.advisor && filters.advisor !== 'nobody' && (
            <ReassignButton count={list.data?.total ?? 0} matching={{ list: 'management', ...filters }} />
          )}
          {list.data?.total !== 0 && (
            // Its place is kept until it is known that there is something.
            <span style={list.data ? undefined : { visibility: 'hidden' }}>
              <DownloadButton
                endpoint={downloadLeadsCsv}
                input={{ query: filters }}
                label={t('download')}
                failed={t('notDownloaded')}
              />
            </span>
          )}
          {createButton}
        </div>
      }
      tabs={<StatusTabs serviceCenter={url.serviceCenter} />}
      filters={[
        { ...searchFilter(typed, t('searchHint'), maxIgnoredSearchLength + 1), ...inForce('search') },
        centerFilter(url, <CenterSelect />),
        leadFilter('advisor', url),
        ...(status === 'potential' ? [leadFilter('followUpDue', url)] : []),
        ...useCameByFilter(url.employee),
        ...useSortFilter(sorting),
        { ...filterBarControl(<ExtraColumnSwitches />), place: 'more' },
        {
          ...filterBarControl(
            <p role="status" className="quiet">
              {typed && !filters.search && t('searchMinimum')}
            </p>,
          ),
          place: 'below',
        },
        {
          ...inForce(...linkFilterNames),
          place: 'below',
          control: (
            <ManagementFilterChips
              narrowing={getLinkFiltersFor(status, url)}
              employeeName={list.data?.rows[0]?.employee.name}
              onRemove={takeOut}
            />
          ),
        },
      ]}
      url={url}
      list={list}
      pageOf={pageOf}
      sorting={sorting}
      columns={[
        { ...all.name, width: nameWidth },
        ...(status === 'all' ? [all.createdAt, all.status] : [{ ...all.createdAt, card: undefined }]),
        all.phone,
        all.serviceOrCampaign,
        { ...all.serviceCenter, width: centerWidth },
        ...(status === 'all' ? [] : [detailOf(status)]),
        ...extra.map((one) => ({ ...all[one], width: '11%' })),
      ]}
      actions={{ width: 'calc(72px + 2 * var(--cell-gap))', of: (lead) => <LeadRowActions lead={lead} /> }}
      bulk={{
        matching: { list: 'management', ...filters },
        actions: listBulkActions(status),
      }}
      elsewhere={
        filters.search &&
        status !== 'all' && (
          <SearchMatchesElsewhere
            search={filters.search}
            serviceCenter={url.serviceCenter}
            status={status}
            to="/main/manageMentLead/$status"
          />
        )
      }
      empty={
        <EmptyState
          why={t(`emptyWhy.${status}`)}
          action={
            status === 'all' ? (
              <Button onClick={add}>{leads('addLead')}</Button>
            ) : (
              <LinkButton variant="default" to="/main/managementLeads">
                {t('otherStatuses')}
              </LinkButton>
            )
          }
        />
      }
    />
  );
}

function useCameByFilter(employee: string | undefined): Filter[] {
  const t = useTranslations('leadWork');
  const { data } = useQuery(endpointQuery(summariseIntake));
  const ways = (data?.connections ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
  if (ways.length === 0) return [];
  const chosen = ways.find(({ value }) => value === employee)?.value;
  const texts = { label: t('cameBy'), all: t('anyWay') };
  return [choiceFilter({ name: 'employee', ...texts, options: ways, value: chosen }, 'more')];
}
