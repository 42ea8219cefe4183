import { Button } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { EndpointQueryInput } from '#contract/call/endpoint.ts';
import { countLeadsByStatus, type Lead, listLeads } from '#contract/leads/leads.ts';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { CreateLeadDialog, EditLeadDialog } from '#web/features/leads/form/form-dialogs.ts';
import { centerFilter, LeadList } from '#web/features/leads/lists/lead-list.tsx';
import { leadsSearch } from '#web/features/leads/lists/lead-search.ts';
import { PeriodLink, StatusTabs } from '#web/features/leads/lists/lead-tabs.tsx';
import { useLeadColumns } from '#web/features/leads/record/lead-columns.tsx';
import { ArchiveDialog } from '#web/features/leads/record/lead-dialogs.ts';
import { isChangeable } from '#web/features/leads/record/may-change.ts';
import { endpointPage, endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { withoutDialogs } from '#web/lib/url/kept-search.ts';
import { listUrl } from '#web/lib/url/list-search.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { besideFilters, SegmentFilter, searchFilter } from '#web/ui/filter/filters.tsx';
import { useCreateButton } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { RowAction } from '#web/ui/rows/row-parts.tsx';

const leadListQuery = (query: EndpointQueryInput<typeof listLeads>) => endpointPage(listLeads, { query });

export const Route = createFileRoute('/main/leads')({
  ...listUrl(leadsSearch),
  loaderDeps: ({ search }) => withoutDialogs(search),
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
  const { search, filter, page, serviceCenter, edit } = url;
  const { narrow, open, replaceUnguarded, close } = useListUrl();
  const [archiving, setArchiving] = useState<Lead>();
  const pageOf = (page: number) => leadListQuery({ search, filter, page, serviceCenter });
  const add = () => open({ new: 'lead' });
  const { createdAt, name, vehicleNumber, phone, serviceCenter: center } = useLeadColumns();
  const actions = (lead: Lead) =>
    isChangeable(lead) && (
      <>
        <RowAction
          icon={IconPencil}
          label={t('updateOf', { name: lead.name })}
          onClick={() => open({ edit: lead._id })}
        />
        <RowAction
          icon={lead.isActive ? IconArchive : IconArchiveOff}
          label={t(lead.isActive ? 'archiveOf' : 'unarchiveOf', { name: lead.name })}
          onClick={() => setArchiving(lead)}
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
        besideFilters(<SegmentFilter name="filter" label={t('filter')} value={filter} options={views} />),
        centerFilter(url, <CenterSelect />),
        besideFilters(<PeriodLink />),
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
        matching: { list: 'entry', search, filter, serviceCenter },
        actions: [filter === 'active' ? 'archive' : 'unarchive'],
      }}
      empty={none}
    >
      {archiving && <ArchiveDialog lead={archiving} onClose={() => setArchiving(undefined)} />}
      {url.new && (
        <CreateLeadDialog
          serviceCenter={serviceCenter}
          onClose={() => close('edit', 'new')}
          onOpen={(id) => replaceUnguarded({ new: undefined, edit: id })}
        />
      )}
      {edit && <EditLeadDialog key={edit} id={edit} onClose={() => close('edit', 'new')} />}
    </LeadList>
  );
}
