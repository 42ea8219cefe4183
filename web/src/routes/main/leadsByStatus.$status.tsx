import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { type Lead, leadStatus } from '#contract/leads/leads.ts';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { CreateLeadDialog } from '#web/features/leads/form/form-dialogs.ts';
import { statusFilters, statusSearch } from '#web/features/leads/lists/lead-search.ts';
import { StatusDetail } from '#web/features/leads/lists/status-detail.tsx';
import { StatusFilters } from '#web/features/leads/lists/status-filters.tsx';
import { StatusTabs } from '#web/features/leads/lists/status-tabs.tsx';
import { LeadCard } from '#web/features/leads/record/lead-card.tsx';
import { actionsColumn, type LeadColumn, useLeadColumns } from '#web/features/leads/record/lead-columns.tsx';
import { statusListQuery } from '#web/features/leads/record/leads.queries.ts';
import { useSession } from '#web/lib/session/use-session.ts';
import { keepPlace } from '#web/lib/url/kept-search.ts';
import { listUrl } from '#web/lib/url/list-search.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { useCreateButton } from '#web/ui/list/use-create-button.tsx';
import { RowAction } from '#web/ui/rows/row-parts.tsx';

export const Route = createFileRoute('/main/leadsByStatus/$status')({
  ...listUrl(statusSearch),
  beforeLoad({ params }) {
    const status = leadStatus.safeParse(params.status);
    if (!status.success) throw notFound();
    return { status: status.data };
  },
  loaderDeps: ({ search }) => keepPlace(search),
  loader: ({ context: { queryClient, status }, deps }) =>
    void queryClient.prefetchQuery(statusListQuery(statusFilters(status, deps))),
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
  const { page, serviceCenter, lead: opened } = url;
  const { open, leaveFor, close } = useListUrl();
  const add = () => open({ new: 'lead' });
  const button = useCreateButton(leads('addLead'), add);
  // The service level has the center and the statuses in its menu.
  const isService = useSession()?.level === 'service';

  const onOpen = (lead: Lead) => open({ lead: lead._id });
  const onClose = () => close('lead', 'correct', 'new');
  const { name, entryDate, phone, serviceType } = useLeadColumns();
  const detail: LeadColumn = {
    key: 'detail',
    header: t(`detail.${status}`),
    cell: (lead) => <StatusDetail lead={lead} status={status} />,
    card: 'below',
    onCard: (lead) => <StatusDetail lead={lead} status={status} isNamed />,
  };
  const change = (lead: Lead) => (
    <RowAction icon={IconPencil} label={t('changeOf', { name: lead.name })} onClick={() => onOpen(lead)} />
  );
  const columns = [
    name(onOpen),
    { ...entryDate, header: t('entryDate') },
    phone,
    { ...serviceType, width: '26%' },
    detail,
    actionsColumn(ui('actions'), '80px', change),
  ];
  const { page: _page, status: _status, ...narrowing } = statusFilters(status, url);
  return (
    <ListScreen
      title={leads(`statuses.${status}`)}
      label={t('list', { status: leads(`statuses.${status}`) })}
      action={button}
      tabs={!isService && <StatusTabs serviceCenter={serviceCenter} />}
      filters={[
        {
          names: ['search', 'startDate', 'endDate', 'serviceID', 'days', 'serviceCenter'],
          isOn: Object.values(narrowing).some(Boolean),
          control: (
            <StatusFilters key={status} status={status} value={url}>
              {!isService && <CenterSelect />}
            </StatusFilters>
          ),
        },
      ]}
      list={useQuery(statusListQuery(statusFilters(status, url)))}
      page={page}
      columns={columns}
      card={(lead) => <LeadCard lead={lead} columns={columns} />}
      onOpen={onOpen}
      empty={
        <EmptyState
          why={t(`empty.${status}`)}
          action={status === 'pending' && <Button onClick={add}>{leads('addLead')}</Button>}
        />
      }
    >
      {url.new && (
        <CreateLeadDialog
          serviceCenter={serviceCenter}
          onClose={onClose}
          onOpen={(id) => leaveFor({ new: undefined, lead: id })}
        />
      )}
      {opened && (
        <MoveLeadDialog
          key={opened}
          id={opened}
          isCorrecting={url.correct !== undefined}
          onCorrect={() => open({ correct: 'lead' })}
          onCorrected={() => close('correct')}
          onClose={onClose}
        />
      )}
    </ListScreen>
  );
}
