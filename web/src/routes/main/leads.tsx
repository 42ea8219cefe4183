import { Button } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isErased } from '#contract/leads/erased-lead.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { useBulk } from '#web/features/leads/bulk/use-bulk.tsx';
import { CreateLeadDialog, EditLeadDialog } from '#web/features/leads/form/form-dialogs.ts';
import { leadsSearch } from '#web/features/leads/lists/lead-search.ts';
import { PeriodLink } from '#web/features/leads/lists/period-link.tsx';
import { StatusTabs } from '#web/features/leads/lists/status-tabs.tsx';
import { LeadListPanel, useOpenInPanel } from '#web/features/leads/panel/lead-list-panel.tsx';
import { LeadCard } from '#web/features/leads/record/lead-card.tsx';
import { actionsColumn, useLeadColumns } from '#web/features/leads/record/lead-columns.tsx';
import { ArchiveDialog } from '#web/features/leads/record/lead-dialogs.ts';
import { leadCountsQuery, leadListQuery } from '#web/features/leads/record/leads.queries.ts';
import { withoutDialogs } from '#web/lib/url/kept-search.ts';
import { listUrl } from '#web/lib/url/list-search.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { besideFilters, SegmentFilter, searchFilter } from '#web/ui/filter/filters.tsx';
import { ListScreen, useCreateButton } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { RowAction } from '#web/ui/rows/row-parts.tsx';

export const Route = createFileRoute('/main/leads')({
  ...listUrl(leadsSearch),
  loaderDeps: ({ search }) => withoutDialogs(search),
  loader({ context: { queryClient }, deps }) {
    void queryClient.prefetchQuery(leadListQuery(deps));
    void queryClient.prefetchQuery(leadCountsQuery(deps.serviceCenter));
  },
  component: Leads,
});

function Leads() {
  const url = Route.useSearch();
  const t = useTranslations('leads');
  const ui = useTranslations('ui');
  const { search, filter, page, serviceCenter, edit } = url;
  const { narrow, open, replaceUnguarded, close } = useListUrl();
  const [archiving, setArchiving] = useState<Lead>();
  const pageOf = (page: number) => leadListQuery({ search, filter, page, serviceCenter });
  const list = useQuery(pageOf(page));
  const add = () => open({ new: 'lead' });
  const button = useCreateButton(t('addLead'), add);

  const onOpen = useOpenInPanel(url);
  const onEdit = (lead: Lead) => open({ edit: lead._id });
  const { createdAt, name, vehicleNumber, phone, serviceCenter: center } = useLeadColumns();
  const actions = (lead: Lead) =>
    !isErased(lead) && (
      <>
        <RowAction
          icon={IconPencil}
          label={t('updateOf', { name: lead.name })}
          onClick={() => onEdit(lead)}
        />
        <RowAction
          icon={lead.isActive ? IconArchive : IconArchiveOff}
          label={t(lead.isActive ? 'archiveOf' : 'unarchiveOf', { name: lead.name })}
          onClick={() => setArchiving(lead)}
        />
      </>
    );
  const columns = [
    createdAt,
    { ...name(onOpen), width: '19%' },
    vehicleNumber,
    phone,
    { ...center, header: t('columns.offering') },
    actionsColumn(ui('actions'), '96px', actions),
  ];
  const views = (['active', 'archived'] as const).map((one) => ({ value: one, label: t(one) }));
  const none =
    filter === 'active' ? (
      <EmptyState why={t('emptyActive')} action={<Button onClick={add}>{t('addLead')}</Button>} />
    ) : (
      <EmptyState
        why={t('emptyArchived')}
        action={
          <Button variant="default" onClick={() => narrow({ filter: 'active' })}>
            {t('showActive')}
          </Button>
        }
      />
    );
  const bulk = useBulk({
    list: list.data,
    matching: { list: 'entry', search, filter, serviceCenter },
    actions: [filter === 'active' ? 'archive' : 'unarchive'],
  });
  return (
    <ListScreen
      title={t('title')}
      label={t('list')}
      action={button}
      tabs={<StatusTabs serviceCenter={serviceCenter} />}
      filters={[
        searchFilter(search, t('searchHint')),
        besideFilters(<SegmentFilter name="filter" label={t('filter')} value={filter} options={views} />),
        { names: ['serviceCenter'], isOn: serviceCenter !== undefined, control: <CenterSelect /> },
        besideFilters(<PeriodLink />),
      ]}
      list={list}
      page={page}
      selection={bulk.selection}
      columns={columns}
      card={(lead) => <LeadCard lead={lead} columns={columns} />}
      onOpen={onOpen}
      openId={url.lead}
      empty={none}
    >
      {bulk.bar}
      <LeadListPanel url={url} list={list} pageOf={pageOf} />
      {archiving && <ArchiveDialog lead={archiving} onClose={() => setArchiving(undefined)} />}
      {url.new && (
        <CreateLeadDialog
          serviceCenter={serviceCenter}
          onClose={() => close('edit', 'new')}
          onOpen={(id) => replaceUnguarded({ new: undefined, edit: id })}
        />
      )}
      {edit && <EditLeadDialog key={edit} id={edit} onClose={() => close('edit', 'new')} />}
    </ListScreen>
  );
}
