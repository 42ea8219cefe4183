import { Button } from '@mantine/core';
import { IconEye, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { downloadLeadsCsv } from '#contract/leads/lead-oversight.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { LeadCard } from '#web/features/leads/record/lead-card.tsx';
import { actionsColumn, useLeadColumns } from '#web/features/leads/record/lead-columns.tsx';
import { useCameFrom } from '#web/lib/url/came-from.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { besideFilters, searchFilter } from '#web/ui/filter/filters.tsx';
import { DownloadButton } from '#web/ui/frame/download-button.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { RowAction } from '#web/ui/rows/row-parts.tsx';
import { managementFilters, managementListQuery } from './management.queries.ts';
import { ManagementChips } from './management-chips.tsx';
import classes from './management-page.module.css';
import {
  type ManagementSearch,
  type ManagementStatus,
  narrowingFor,
  narrowingNames,
} from './management-search.ts';
import { ManagementTabs } from './management-tabs.tsx';

const useLeadDetailsTitle = () => useTranslations('leadDetails')('title');
const LeadDetailsDialog = lazyDialog(
  () =>
    import('#web/features/leads/record/lead-details-dialog.tsx').then((module) => module.LeadDetailsDialog),
  useLeadDetailsTitle,
  5,
);

type ManagementPageProps = {
  status: ManagementStatus;
  search: ManagementSearch;
  /** Narrows the list to a center. */
  centerSelect: ReactNode;
};

/** The leads in a status, or in all of them, as management sees them (specification, 'Management leads by status'). */
export function ManagementPage({ status, search: url, centerSelect }: ManagementPageProps) {
  const t = useTranslations('managementLeads');
  const ui = useTranslations('ui');
  const cameFrom = useCameFrom();
  const { search: typed, page, view } = url;
  const { narrow, open, close } = useListUrl();
  const { page: _, ...filters } = managementFilters(status, url);
  const list = useQuery(managementListQuery({ ...filters, page }));

  const onOpen = (lead: Lead) => open({ view: lead._id });
  const all = useLeadColumns();
  const withStatus = status === 'all';
  const actions = (lead: Lead) => (
    <>
      <RowAction icon={IconEye} label={t('detailsOf', { name: lead.name })} onClick={() => onOpen(lead)} />
      <RowAction
        icon={IconHistory}
        label={t('historyOf', { name: lead.name })}
        link={{ to: '/main/leadHistory/$entryId', params: { entryId: lead.entryId }, state: cameFrom }}
      />
    </>
  );
  const columns = [
    { ...all.name(onOpen), width: withStatus ? '16%' : '22%' },
    all.entryDate,
    ...(withStatus ? [all.status] : []),
    all.phone,
    all.serviceType,
    { ...all.center, width: withStatus ? '16%' : '20%' },
    actionsColumn(ui('actions'), '96px', actions),
  ];
  const takeOut = (names: readonly string[]) =>
    narrow(Object.fromEntries(names.map((name) => [name, undefined])));
  // What was typed or linked narrows nothing where it is too short, or makes no sense for the status.
  const inForce = (...names: readonly (keyof typeof filters)[]) => ({
    names,
    isOn: names.some((name) => filters[name] !== undefined),
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
        { ...searchFilter(typed, t('searchHint')), ...inForce('search') },
        { ...inForce('serviceCenter'), control: centerSelect },
        besideFilters(
          <p role="status" className={classes.hint}>
            {typed && !filters.search && t('searchMinimum')}
          </p>,
        ),
        {
          ...inForce(...narrowingNames),
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
      columns={columns}
      card={(lead) => <LeadCard lead={lead} columns={columns} />}
      onOpen={onOpen}
      empty={
        <EmptyState
          why={t(`emptyWhy.${status}`)}
          action={
            <Button variant="default" renderRoot={(props) => <Link to="/main/managementLeads" {...props} />}>
              {t('otherStatuses')}
            </Button>
          }
        />
      }
    >
      {view && <LeadDetailsDialog key={view} id={view} onClose={() => close('view')} />}
    </ListScreen>
  );
}
