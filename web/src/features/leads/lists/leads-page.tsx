import { Button } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads/leads.ts';
import { LeadCard } from '#web/features/leads/record/lead-card.tsx';
import { actionsColumn, useLeadColumns } from '#web/features/leads/record/lead-columns.tsx';
import { leadListQuery } from '#web/features/leads/record/leads.queries.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { besideFilters, SegmentFilter, searchFilter } from '#web/ui/filter/filters.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { useCreateButton } from '#web/ui/list/use-create-button.tsx';
import { RowAction } from '#web/ui/rows/row-parts.tsx';
import type { LeadsSearch } from './lead-search.ts';
import { PeriodLink } from './period-link.tsx';
import { StatusTabs } from './status-tabs.tsx';

const useArchiveTitle = () => useTranslations('leads')('confirmTitle');
const ArchiveDialog = lazyDialog(
  () => import('#web/features/leads/record/archive-dialog.tsx').then((module) => module.ArchiveDialog),
  useArchiveTitle,
);
const useCreateLeadTitle = () => useTranslations('leads')('addLead');
const CreateLeadDialog = lazyDialog(
  () => import('#web/features/leads/form/create-lead-dialog.tsx').then((module) => module.CreateLeadDialog),
  useCreateLeadTitle,
  6,
);
const useEditLeadTitle = () => useTranslations('leads')('update');
const EditLeadDialog = lazyDialog(
  () => import('#web/features/leads/form/edit-lead-dialog.tsx').then((module) => module.EditLeadDialog),
  useEditLeadTitle,
  6,
);

/** The leads of data entry: search, active and archived ones, adding, updating and archiving (specification, 'Leads'). */
export function LeadsPage({ search: url, centerSelect }: { search: LeadsSearch; centerSelect: ReactNode }) {
  const t = useTranslations('leads');
  const ui = useTranslations('ui');
  const { search, filter, page, serviceCenter, edit } = url;
  const { narrow, open, leaveFor, close } = useListUrl();
  const [archiving, setArchiving] = useState<Lead>();
  const add = () => open({ new: 'lead' });
  const button = useCreateButton(t('addLead'), add);

  const onOpen = (lead: Lead) => open({ edit: lead._id });
  const { entryDate, name, vehicle, phone, center } = useLeadColumns();
  const actions = (lead: Lead) => (
    <>
      <RowAction icon={IconPencil} label={t('updateOf', { name: lead.name })} onClick={() => onOpen(lead)} />
      <RowAction
        icon={lead.isActive ? IconArchive : IconArchiveOff}
        label={t(lead.isActive ? 'archiveOf' : 'unarchiveOf', { name: lead.name })}
        onClick={() => setArchiving(lead)}
      />
    </>
  );
  const columns = [
    entryDate,
    { ...name(onOpen), width: '19%' },
    vehicle,
    phone,
    { ...center, header: t('columns.service') },
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
  return (
    <ListScreen
      title={t('title')}
      label={t('list')}
      action={button}
      tabs={<StatusTabs serviceCenter={serviceCenter} />}
      filters={[
        searchFilter(search, t('searchHint')),
        besideFilters(<SegmentFilter name="filter" label={t('filter')} value={filter} options={views} />),
        { names: ['serviceCenter'], isOn: serviceCenter !== undefined, control: centerSelect },
        besideFilters(<PeriodLink />),
      ]}
      list={useQuery(leadListQuery({ search, filter, page, serviceCenter }))}
      page={page}
      columns={columns}
      card={(lead) => <LeadCard lead={lead} columns={columns} />}
      onOpen={onOpen}
      empty={none}
    >
      {archiving && <ArchiveDialog lead={archiving} onClose={() => setArchiving(undefined)} />}
      {url.new && (
        <CreateLeadDialog
          serviceCenter={serviceCenter}
          onClose={() => close('edit', 'new')}
          onOpen={(id) => leaveFor({ new: undefined, edit: id })}
        />
      )}
      {edit && <EditLeadDialog key={edit} id={edit} onClose={() => close('edit', 'new')} />}
    </ListScreen>
  );
}
