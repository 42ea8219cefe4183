import { IconEye, IconHistory } from '@tabler/icons-react';
import type { FetchQueryOptions, QueryKey, UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads/leads.ts';
import { type BulkChangeOptions, useBulkChanges } from '#web/features/leads/bulk/use-bulk.tsx';
import { LeadListPanel, useOpenInPanel } from '#web/features/leads/panel/lead-list-panel.tsx';
import { createActionsColumn, LeadCard } from '#web/features/leads/record/lead-columns.tsx';
import type { LeadColumn } from '#web/features/leads/record/lead-fields.tsx';
import type { PanelSearch } from '#web/features/leads/record/panel-search.ts';
import { LeadViewersMark } from '#web/features/leads/record/present-mark.tsx';
import type { ListPage } from '#web/lib/api/endpoint-query.ts';
import { useBackLinkState } from '#web/lib/url/back-link.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import type { Filter } from '#web/ui/filter/filters.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { RowAction, RowName } from '#web/ui/rows/row-parts.tsx';
import type { CenterSearch } from './lead-search.ts';

type ListedProps = 'list' | 'page' | 'columns' | 'card' | 'onOpen' | 'openId' | 'selection';

type LeadListProps<Key extends QueryKey, Page extends ListPage<Lead>> = Omit<
  ComponentProps<typeof ListScreen<Lead>>,
  ListedProps
> & {
  url: PanelSearch & { page: number };
  list: UseQueryResult<Page>;
  pageOf: (page: number) => FetchQueryOptions<Page, Error, Page, Key>;
  columns: readonly LeadColumn[];
  actions: { width: string; of: (lead: Lead) => ReactNode };
  bulk?: BulkChangeOptions;
};

/** A screen that lists leads: what is chosen can be changed at once, and a row opens beside the list. */
export function LeadList<Key extends QueryKey, Page extends ListPage<Lead>>(props: LeadListProps<Key, Page>) {
  const { url, list, pageOf, columns, actions, bulk: changes, children, ...screen } = props;
  const ui = useTranslations('ui');
  const leads = useTranslations('leads');
  const cameFrom = useBackLinkState();
  const onOpen = useOpenInPanel(url);
  const bulk = useBulkChanges(list.data, changes);
  const name = (lead: Lead) => (
    <>
      <RowName onOpen={() => onOpen(lead)}>{lead.name}</RowName>
      <LeadViewersMark lead={lead._id} />
      {lead.mergedInto && (
        <>
          {' '}
          <Link
            to="/main/lead/$id"
            params={{ id: lead.mergedInto }}
            state={cameFrom}
            className="quiet"
            aria-label={leads('mergedInto')}
          >
            {leads('merged')}
          </Link>
        </>
      )}
    </>
  );
  const all = [
    ...columns.map((column) => (column.key === 'name' ? { ...column, cell: name, onCard: name } : column)),
    createActionsColumn(ui('actions'), actions.width, actions.of),
  ];
  return (
    <ListScreen
      {...screen}
      list={list}
      page={url.page}
      selection={bulk.selection}
      columns={all}
      card={(lead) => <LeadCard lead={lead} columns={all} />}
      onOpen={onOpen}
      openId={url.lead}
    >
      {bulk.bar}
      <LeadListPanel url={url} list={list} pageOf={pageOf} />
      {children}
    </ListScreen>
  );
}

/**
 * Makes the filter by service center of a list of leads.
 *
 * @param control what chooses the center.
 */
export function centerFilter({ serviceCenter }: CenterSearch, control: ReactNode): Filter {
  return { names: ['serviceCenter'], isOn: serviceCenter !== undefined, control };
}

/** Shows the buttons of a row of management's list of leads. */
export function LeadRowActions({ lead }: { lead: Lead }) {
  const t = useTranslations('managementLeads');
  const { openDialog } = useDialogs();
  const cameFrom = useBackLinkState();
  const { _id, name, entryId } = lead;
  return (
    <>
      <RowAction
        icon={IconEye}
        label={t('detailsOf', { name })}
        onClick={() => openDialog('lead.view', _id)}
      />
      <RowAction
        icon={IconHistory}
        label={t('historyOf', { name })}
        link={{ to: '/main/leadHistory/$entryId', params: { entryId }, state: cameFrom }}
      />
    </>
  );
}
