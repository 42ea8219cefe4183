import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { isErased } from '#contract/leads/erased-lead.ts';
import { takeLead } from '#contract/leads/lead-advisors.ts';
import { type Lead, leadStatus } from '#contract/leads/leads.ts';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { useBulk } from '#web/features/leads/bulk/use-bulk.tsx';
import { useShownAdvisor } from '#web/features/leads/filters/shown-advisor.tsx';
import { useSorting } from '#web/features/leads/filters/use-sorting.ts';
import { CreateLeadDialog } from '#web/features/leads/form/form-dialogs.ts';
import { statusFilters, statusSearch } from '#web/features/leads/lists/lead-search.ts';
import { StatusDetail } from '#web/features/leads/lists/status-detail.tsx';
import { useStatusFilters } from '#web/features/leads/lists/status-filters.tsx';
import { StatusTabs } from '#web/features/leads/lists/status-tabs.tsx';
import { LeadListPanel, useOpenInPanel } from '#web/features/leads/panel/lead-list-panel.tsx';
import { advisorsQuery } from '#web/features/leads/record/advisors.queries.ts';
import { LeadCard } from '#web/features/leads/record/lead-card.tsx';
import { actionsColumn, useLeadColumns } from '#web/features/leads/record/lead-columns.tsx';
import type { LeadColumn } from '#web/features/leads/record/lead-fields.tsx';
import { statusListQuery } from '#web/features/leads/record/leads.queries.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { offeringQueries } from '#web/lib/browser/choices.ts';
import { session, useSession } from '#web/lib/session/session.ts';
import { withoutDialogs } from '#web/lib/url/kept-search.ts';
import { listUrl } from '#web/lib/url/list-search.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { ListScreen, useCreateButton } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { RowAction } from '#web/ui/rows/row-parts.tsx';

export const Route = createFileRoute('/main/leadsByStatus/$status')({
  ...listUrl(statusSearch),
  beforeLoad({ params }) {
    const status = leadStatus.safeParse(params.status);
    if (!status.success) throw notFound();
    return { status: status.data };
  },
  loaderDeps: ({ search }) => withoutDialogs(search),
  loader({ context: { queryClient, status }, deps }) {
    void queryClient.prefetchQuery(statusListQuery(statusFilters(status, deps)));
    for (const offerings of offeringQueries) void queryClient.prefetchQuery(offerings);
    if (mayCall(takeLead, session.get()?.level))
      void queryClient.prefetchQuery(advisorsQuery(deps.serviceCenter));
  },
  component: LeadsByStatus,
});

const MoveLeadDialog = lazyDialog(
  () => import('#web/features/leads/move/move-lead-dialog.tsx'),
  'MoveLeadDialog',
  'leadStatus.change',
  4,
);

function LeadsByStatus() {
  const { status } = Route.useRouteContext();
  const url = Route.useSearch();
  const t = useTranslations('leadStatus');
  const leads = useTranslations('leads');
  const ui = useTranslations('ui');
  const { page, serviceCenter, move } = url;
  const { open, replaceUnguarded, close } = useListUrl();
  const add = () => open({ new: 'lead' });
  const button = useCreateButton(leads('addLead'), add);
  // The service level has center and statuses in its menu.
  const isService = useSession()?.level === 'service';

  const onOpen = useOpenInPanel(url);
  const onMove = (lead: Lead) => open({ move: lead._id });
  const onClose = () => close('move', 'correct', 'new');
  const pageOf = (page: number) => statusListQuery(statusFilters(status, { ...url, page }));
  const list = useQuery(pageOf(page));
  const { name, createdAt, phone, serviceOrCampaign, advisor } = useLeadColumns();
  const shownAdvisor = useShownAdvisor();
  const detail: LeadColumn = {
    key: 'detail',
    header: t(`detail.${status}`),
    sort: status === 'potential' ? 'followUp' : 'appointment',
    cell: (lead) => <StatusDetail lead={lead} status={status} />,
    card: 'below',
    onCard: (lead) => <StatusDetail lead={lead} status={status} isNamed />,
  };
  const change = (lead: Lead) =>
    !isErased(lead) && (
      <RowAction icon={IconPencil} label={t('changeOf', { name: lead.name })} onClick={() => onMove(lead)} />
    );
  const columns = [
    { ...name(onOpen), width: shownAdvisor ? '16%' : '20%' },
    { ...createdAt, header: t('entryDate') },
    phone,
    { ...serviceOrCampaign, width: shownAdvisor ? '16%' : '22%' },
    detail,
    ...(shownAdvisor ? [advisor] : []),
    actionsColumn(ui('actions'), '80px', change),
  ];
  const {
    page: _page,
    status: _status,
    sort: _sort,
    order: _order,
    ...narrowing
  } = statusFilters(status, url);
  const bulk = useBulk({
    list: list.data,
    matching: { list: 'status', status, ...narrowing },
    actions: ['assign', 'moveCenter', ...(status === 'potential' ? (['followUp'] as const) : []), 'archive'],
  });
  const sorting = useSorting(status, url);
  const center = { names: ['serviceCenter'], isOn: serviceCenter !== undefined, control: <CenterSelect /> };
  const filters = useStatusFilters(status, url, sorting, isService ? undefined : center);
  return (
    <ListScreen
      title={leads(`statuses.${status}`)}
      label={t('list', { status: leads(`statuses.${status}`) })}
      action={button}
      tabs={!isService && <StatusTabs serviceCenter={serviceCenter} />}
      filters={filters}
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
          why={t(`empty.${status}`)}
          action={status === 'pending' && <Button onClick={add}>{leads('addLead')}</Button>}
        />
      }
    >
      {bulk.bar}
      <LeadListPanel url={url} list={list} pageOf={pageOf} />
      {url.new && (
        <CreateLeadDialog
          serviceCenter={serviceCenter}
          onClose={onClose}
          onOpen={(id) => replaceUnguarded({ new: undefined, move: id })}
        />
      )}
      {move && (
        <MoveLeadDialog
          key={move}
          id={move}
          isCorrecting={url.correct !== undefined}
          onCorrect={() => open({ correct: 'lead' })}
          onCorrected={() => close('correct')}
          onClose={onClose}
        />
      )}
    </ListScreen>
  );
}
