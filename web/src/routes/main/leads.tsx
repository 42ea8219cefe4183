import { Button } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { EndpointQueryInput } from '#contract/call/endpoint.ts';
import { countLeadsByStatus, type Lead, listLeads } from '#contract/leads/leads.ts';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { centerFilter, LeadList } from '#web/features/leads/lists/lead-list.tsx';
import { leadsSearch } from '#web/features/leads/lists/lead-search.ts';
import { StatusTabs } from '#web/features/leads/lists/lead-tabs.tsx';
import { useLeadColumns } from '#web/features/leads/record/lead-columns.tsx';
import { isLeadChangeable } from '#web/features/leads/record/may-change.ts';
import { useArchiveLead } from '#web/features/leads/record/use-archive-lead.ts';
import { endpointPage, endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { listUrlOptions } from '#web/lib/url/list-search.ts';
import { omitRecordParams } from '#web/lib/url/preserved-search.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { filterBarControl, SegmentFilter, searchFilter } from '#web/ui/filter/filters.tsx';
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx';
import { useCreateButton } from '#web/ui/list/create-button.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { RowAction } from '#web/ui/rows/row-parts.tsx';

const ImportedFileChip = lazyPart(
  () => import('#web/features/leads/lists/imported-file-chip.tsx'),
  'ImportedFileChip',
  { isRare: true },
);

const leadListQuery = (query: EndpointQueryInput<typeof listLeads>) => endpointPage(listLeads, { query });

export const Route = createFileRoute('/main/leads')({
  ...listUrlOptions(leadsSearch),
  loaderDeps: ({ search }) => omitRecordParams(search),
  loader({ context: { queryClient }, deps }) {
    void queryClient.prefetchQuery(leadListQuery(deps));
    void queryClient.prefetchQuery(
      endpointQuery(countLeadsByStatus, { query: { serviceCenter: deps.serviceCenter } }),
    );
  },
  component: Leads,
});

function Leads() {
  const url = Route.useSearch();
  const t = useTranslations('leads');
  const { search, filter, page, serviceCenter, import: importId } = url;
  const { setFilters: narrow } = useListUrl();
  const { openDialog } = useDialogs();
  const askToArchive = useArchiveLead();
  const pageOf = (page: number) => leadListQuery({ search, filter, page, serviceCenter, import: importId });
  const add = () => openDialog('lead.new');
  const { createdAt, name, vehicleNumber, phone, serviceCenter: center } = useLeadColumns();
  const actions = (lead: Lead) =>
    isLeadChangeable(lead) && (
      <>
        <RowAction
          icon={IconPencil}
          label={t('updateOf', { name: lead.name })}
          onClick={() => openDialog('lead.edit', lead._id)}
        />
        <RowAction
          icon={lead.isActive ? IconArchive : IconArchiveOff}
          label={t(lead.isActive ? 'archiveOf' : 'unarchiveOf', { name: lead.name })}
          onClick={() => askToArchive(lead)}
        />
      </>
    );
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
    <LeadList
      title={t('title')}
      label={t('list')}
      action={useCreateButton(t('addLead'), add)}
      tabs={<StatusTabs serviceCenter={serviceCenter} />}
      filters={[
        searchFilter(search, t('searchHint')),
        filterBarControl(<SegmentFilter name="filter" label={t('filter')} value={filter} options={views} />),
        centerFilter(url, <CenterSelect />),
        {
          names: ['import'],
          isOn: importId !== undefined,
          place: 'below',
          control: importId && (
            <ImportedFileChip importId={importId} onRemove={() => narrow({ import: undefined })} />
          ),
        },
      ]}
      url={url}
      list={useQuery(pageOf(page))}
      pageOf={pageOf}
      columns={[
        createdAt,
        { ...name, width: '19%' },
        // On a phone's card only the last line has room for a whole number plate.
        { ...vehicleNumber, card: 'below' },
        phone,
        { ...center, header: t('columns.offering'), card: 'beside' },
      ]}
      actions={{ width: '96px', of: actions }}
      bulk={{
        matching: { list: 'entry', search, filter, serviceCenter, import: importId },
        actions: [filter === 'active' ? 'archive' : 'unarchive'],
      }}
      empty={none}
    />
  );
}
