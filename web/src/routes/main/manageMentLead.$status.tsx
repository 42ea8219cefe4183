import { IconEye, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { managementSearchMinimum } from '#contract/business.ts';
import { downloadLeadsCsv } from '#contract/leads/lead-oversight.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { useBulk } from '#web/features/leads/bulk/use-bulk.tsx';
import { AdvisorFilter } from '#web/features/leads/filters/advisor-filter.tsx';
import { FollowUpFilter } from '#web/features/leads/filters/follow-up-filter.tsx';
import { AdvisorSwitch, useShownAdvisor } from '#web/features/leads/filters/shown-advisor.tsx';
import { useSortFilter } from '#web/features/leads/filters/sort-choice.tsx';
import { useSorting } from '#web/features/leads/filters/use-sorting.ts';
import { managementFilters, managementListQuery } from '#web/features/leads/management/management.queries.ts';
import { ManagementChips } from '#web/features/leads/management/management-chips.tsx';
import {
  type ManagementStatus,
  managementSearch,
  managementStatus,
  narrowingFor,
  narrowingNames,
} from '#web/features/leads/management/management-search.ts';
import { ManagementTabs } from '#web/features/leads/management/management-tabs.tsx';
import { LeadListPanel, useOpenInPanel } from '#web/features/leads/panel/lead-list-panel.tsx';
import { advisorsQuery } from '#web/features/leads/record/advisors.queries.ts';
import { LeadCard } from '#web/features/leads/record/lead-card.tsx';
import { actionsColumn, useLeadColumns } from '#web/features/leads/record/lead-columns.tsx';
import { LeadDetailsDialog } from '#web/features/leads/record/lead-dialogs.ts';
import { useCameFrom } from '#web/lib/url/came-from.ts';
import { withoutDialogs } from '#web/lib/url/kept-search.ts';
import { listUrl } from '#web/lib/url/list-search.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { PageMissing } from '#web/ui/feedback/route-states.tsx';
import { besideFilters, searchFilter } from '#web/ui/filter/filters.tsx';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { DownloadButton } from '#web/ui/frame/download-button.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { RowAction } from '#web/ui/rows/row-parts.tsx';

export const Route = createFileRoute('/main/manageMentLead/$status')({
  ...listUrl(managementSearch),
  beforeLoad({ params }) {
    if (!managementStatus.safeParse(params.status).success) throw notFound();
  },
  loaderDeps: ({ search }) => withoutDialogs(search),
  loader({ context, params, deps }) {
    const filters = managementFilters(managementStatus.parse(params.status), deps);
    void context.queryClient.prefetchQuery(managementListQuery(filters));
    void context.queryClient.prefetchQuery(advisorsQuery(deps.serviceCenter));
  },
  component: ManagementLead,
  notFoundComponent: PageMissing,
});

function ManagementLead() {
  const status = managementStatus.parse(Route.useParams().status);
  return <Leads key={status} status={status} />;
}

function Leads({ status }: { status: ManagementStatus }) {
  const url = Route.useSearch();
  const t = useTranslations('managementLeads');
  const ui = useTranslations('ui');
  const cameFrom = useCameFrom();
  const { search: typed, page, view } = url;
  const { narrow, open, close } = useListUrl();
  const { page: _, sort, order, ...filters } = managementFilters(status, withoutDialogs(url));
  const pageOf = (page: number) => managementListQuery({ ...filters, sort, order, page });
  const list = useQuery(pageOf(page));
  const sorting = useSorting(status === 'all' ? undefined : status, url);
  const sortFilter = useSortFilter(sorting);
  const shownAdvisor = useShownAdvisor();

  const onOpen = useOpenInPanel(url);
  const onView = (lead: Lead) => open({ view: lead._id });
  const all = useLeadColumns();
  const withStatus = status === 'all';
  const isFull = withStatus && shownAdvisor;
  const nameWidth = isFull ? '12%' : withStatus || shownAdvisor ? '15%' : '22%';
  const centerWidth = isFull ? '11%' : withStatus || shownAdvisor ? '14%' : '20%';
  const actions = (lead: Lead) => (
    <>
      <RowAction icon={IconEye} label={t('detailsOf', { name: lead.name })} onClick={() => onView(lead)} />
      <RowAction
        icon={IconHistory}
        label={t('historyOf', { name: lead.name })}
        link={{ to: '/main/leadHistory/$entryId', params: { entryId: lead.entryId }, state: cameFrom }}
      />
    </>
  );
  const columns = [
    { ...all.name(onOpen), width: nameWidth },
    all.createdAt,
    ...(withStatus ? [all.status] : []),
    all.phone,
    all.serviceOrCampaign,
    { ...all.serviceCenter, width: centerWidth },
    ...(shownAdvisor ? [isFull ? { ...all.advisor, width: '11%' } : all.advisor] : []),
    actionsColumn(ui('actions'), '96px', actions),
  ];
  const takeOut = (names: readonly string[]) =>
    narrow(Object.fromEntries(names.map((name) => [name, undefined])));
  // A search too short, or a filter that does not fit the status, narrows nothing.
  const inForce = (...names: readonly (keyof typeof filters)[]) => ({
    names,
    isOn: names.some((name) => filters[name] !== undefined),
  });
  const bulk = useBulk({
    list: list.data,
    matching: { list: 'management', ...filters },
    actions: [
      'assign',
      'moveCenter',
      ...(status === 'potential' || withStatus ? (['followUp'] as const) : []),
      'archive',
    ],
  });
  return (
    <ListScreen
      title={t(`listOf.${status}`)}
      action={
        Boolean(list.data?.total) && (
          <DownloadButton
            endpoint={downloadLeadsCsv}
            input={{ query: filters }}
            label={t('download')}
            failed={t('notDownloaded')}
          />
        )
      }
      tabs={<ManagementTabs />}
      filters={[
        { ...searchFilter(typed, t('searchHint'), managementSearchMinimum + 1), ...inForce('search') },
        { ...inForce('serviceCenter'), control: <CenterSelect /> },
        {
          ...inForce('advisor'),
          control: <AdvisorFilter value={url.advisor} serviceCenter={url.serviceCenter} />,
        },
        ...(status === 'potential'
          ? [{ ...inForce('followUpDue'), control: <FollowUpFilter value={url.followUpDue} /> }]
          : []),
        ...sortFilter,
        // Alone behind a button it would be harder to find than here.
        { ...besideFilters(<AdvisorSwitch />), place: sortFilter.length > 0 ? 'more' : undefined },
        {
          ...besideFilters(
            <p role="status" className="quiet">
              {typed && !filters.search && t('searchMinimum')}
            </p>,
          ),
          place: 'below',
        },
        {
          ...inForce(...narrowingNames),
          place: 'below',
          control: (
            <ManagementChips
              narrowing={narrowingFor(status, url)}
              employeeName={list.data?.rows[0]?.employee.name}
              onRemove={takeOut}
            />
          ),
        },
      ]}
      list={list}
      page={page}
      sorting={sorting}
      selection={bulk.selection}
      columns={columns}
      card={(lead) => <LeadCard lead={lead} columns={columns} />}
      onOpen={onOpen}
      openId={url.lead}
      empty={
        <EmptyState
          why={t(`emptyWhy.${status}`)}
          action={
            <LinkButton variant="default" to="/main/managementLeads">
              {t('otherStatuses')}
            </LinkButton>
          }
        />
      }
    >
      {bulk.bar}
      <LeadListPanel url={url} list={list} pageOf={pageOf} />
      {view && <LeadDetailsDialog key={view} id={view} onClose={() => close('view')} />}
    </ListScreen>
  );
}
