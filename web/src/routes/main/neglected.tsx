import { IconEye, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { openStatuses } from '#contract/leads/lead-lists.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { useBulk } from '#web/features/leads/bulk/use-bulk.tsx';
import { AdvisorFilter } from '#web/features/leads/filters/advisor-filter.tsx';
import { neglectedQuery } from '#web/features/leads/neglected/neglected.queries.ts';
import { neglectedSearch } from '#web/features/leads/neglected/neglected-search.ts';
import { LeadListPanel, useOpenInPanel } from '#web/features/leads/panel/lead-list-panel.tsx';
import { advisorsQuery } from '#web/features/leads/record/advisors.queries.ts';
import { LeadCard } from '#web/features/leads/record/lead-card.tsx';
import { actionsColumn, useLeadColumns } from '#web/features/leads/record/lead-columns.tsx';
import { LeadDetailsDialog } from '#web/features/leads/record/lead-dialogs.ts';
import { LeadTabs } from '#web/features/leads/record/lead-tabs.tsx';
import { useDealer } from '#web/lib/session/dealer.ts';
import { useCameFrom } from '#web/lib/url/came-from.ts';
import { listRoute } from '#web/lib/url/list-search.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { besideFilters, SegmentFilter } from '#web/ui/filter/filters.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { RowAction } from '#web/ui/rows/row-parts.tsx';

export const Route = createFileRoute('/main/neglected')({
  ...listRoute(neglectedSearch, neglectedQuery, (queryClient, { serviceCenter }) => {
    void queryClient.prefetchQuery(advisorsQuery(serviceCenter));
  }),
  component: Neglected,
});

function Neglected() {
  const url = Route.useSearch();
  const t = useTranslations('leadWork');
  const leads = useTranslations('leads');
  const management = useTranslations('managementLeads');
  const ui = useTranslations('ui');
  const format = useFormatter();
  const { neglectedAfterDays } = useDealer();
  const cameFrom = useCameFrom();
  const { open, close } = useListUrl();
  const { view, status, advisor, serviceCenter, page } = url;
  const pageOf = (page: number) => neglectedQuery({ status, advisor, serviceCenter, page });
  const list = useQuery(pageOf(page));
  const { counts } = list.data ?? {};

  const onOpen = useOpenInPanel(url);
  const onView = (lead: Lead) => open({ view: lead._id });
  const all = useLeadColumns();
  const actions = (lead: Lead) => (
    <>
      <RowAction
        icon={IconEye}
        label={management('detailsOf', { name: lead.name })}
        onClick={() => onView(lead)}
      />
      <RowAction
        icon={IconHistory}
        label={management('historyOf', { name: lead.name })}
        link={{ to: '/main/leadHistory/$entryId', params: { entryId: lead.entryId }, state: cameFrom }}
      />
    </>
  );
  const columns = [
    { ...all.name(onOpen), width: '15%' },
    all.waiting,
    all.phone,
    all.serviceOrCampaign,
    { ...all.serviceCenter, width: '188px' },
    { ...all.advisor, width: '10%' },
    actionsColumn(ui('actions'), '96px', actions),
  ];
  const countOf = (one: (typeof openStatuses)[number]) => {
    const { count, isCapped } = counts?.[one] ?? {};
    return count === undefined ? '' : `${format.number(count)}${isCapped ? '+' : ''}`;
  };
  const bulk = useBulk({
    list: list.data,
    matching: { list: 'neglected', status, advisor, serviceCenter },
    actions: ['assign', 'moveCenter', ...(status === 'potential' ? (['followUp'] as const) : []), 'archive'],
  });
  return (
    <ListScreen
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
        { names: ['serviceCenter'], isOn: serviceCenter !== undefined, control: <CenterSelect /> },
        {
          names: ['advisor'],
          isOn: advisor !== undefined,
          control: <AdvisorFilter value={advisor} serviceCenter={serviceCenter} />,
        },
      ]}
      list={list}
      page={page}
      selection={bulk.selection}
      columns={columns}
      card={(lead) => <LeadCard lead={lead} columns={columns} />}
      onOpen={onOpen}
      openId={url.lead}
      empty={<EmptyState why={t('neglected.empty', { days: neglectedAfterDays[status] })} />}
    >
      {bulk.bar}
      <LeadListPanel url={url} list={list} pageOf={pageOf} />
      {view && <LeadDetailsDialog key={view} id={view} onClose={() => close('view')} />}
    </ListScreen>
  );
}
