import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads.ts';
import { EmptyState } from '#web/ui/list-states.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageBar } from '#web/ui/page-bar.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { useShortcut } from '#web/ui/shortcuts.tsx';
import { useRows } from '#web/ui/use-rows.tsx';
import { leadListQuery } from './leads.queries.ts';
import { LeadsTable } from './leads-table.tsx';
import { PeriodLink } from './period-link.tsx';

const ArchiveDialog = lazy(() =>
  import('./archive-dialog.tsx').then((module) => ({ default: module.ArchiveDialog })),
);
const CreateLeadDialog = lazy(() =>
  import('./create-lead-dialog.tsx').then((module) => ({ default: module.CreateLeadDialog })),
);
const EditLeadDialog = lazy(() =>
  import('./edit-lead-dialog.tsx').then((module) => ({ default: module.EditLeadDialog })),
);

/** What the URL of the leads screen says. `edit` is the id of the open lead, `isAdding` that the Add Lead modal is open. */
export type LeadsView = {
  search: string;
  filter: 'active' | 'archived';
  page: number;
  serviceCenter: string | undefined;
  edit: string | undefined;
  isAdding: boolean;
};

type LeadsPageProps = {
  view: LeadsView;
  /** Narrows the list; it starts again at page 1 unless a page is given. */
  onFilter: (change: Partial<Pick<LeadsView, 'search' | 'filter' | 'serviceCenter' | 'page'>>) => void;
  onEdit: (id: string) => void;
  onAdd: () => void;
  /** Opens a lead in the place of the open modal. */
  onOpenInstead: (id: string) => void;
  /** Closes the open modal. */
  onClose: () => void;
  centerSelect: ReactNode;
  /** The way to the leads in one status. */
  tabs: ReactNode;
};

/** The leads screen: search, Active/Archived, table or cards, and the modals that add, update and archive. */
export function LeadsPage({
  view,
  onFilter,
  onEdit,
  onAdd,
  onOpenInstead,
  onClose,
  centerSelect,
  tabs,
}: LeadsPageProps) {
  const t = useTranslations('leads');
  const { search, filter, page, serviceCenter } = view;
  const list = useQuery(leadListQuery({ search, filter, page, serviceCenter }));
  const [archiving, setArchiving] = useState<Lead>();
  useShortcut('c', t('addLead'), onAdd);

  const { leads, totalPages, totalLeadsCount, isTotalCapped } = list.data ?? {};
  const turn = useCallback((to: number) => onFilter({ page: to }), [onFilter]);
  const table = useRows({
    list,
    rows: leads,
    page,
    turn,
    isNarrowed: search !== '' || serviceCenter !== undefined,
    onClear: () => onFilter({ search: '', serviceCenter: undefined }),
    empty: <NoLeads filter={filter} onAdd={onAdd} onShowActive={() => onFilter({ filter: 'active' })} />,
  });
  return (
    <Page
      title={t('title')}
      total={totalLeadsCount}
      isTotalCapped={isTotalCapped}
      action={
        <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={onAdd}>
          {t('addLead')}
        </Button>
      }
      tabs={tabs}
      filters={
        <>
          <SearchBox
            value={search}
            onSearch={(text) => onFilter({ search: text })}
            placeholder={t('searchHint')}
          />
          <Segments
            label={t('filter')}
            value={filter}
            onChange={(value) => onFilter({ filter: value })}
            options={[
              { value: 'active', label: t('active') },
              { value: 'archived', label: t('archived') },
            ]}
          />
          {centerSelect}
          <PeriodLink />
        </>
      }
    >
      <LeadsTable
        leads={table.rows}
        isRefreshing={table.isRefreshing}
        instead={table.instead}
        onEdit={onEdit}
        onArchive={setArchiving}
      />
      <PageBar
        page={page}
        totalPages={totalPages}
        totalRows={totalLeadsCount}
        isTotalCapped={isTotalCapped}
        onPage={turn}
      />
      <Suspense>
        {archiving && <ArchiveDialog lead={archiving} onClose={() => setArchiving(undefined)} />}
        {view.isAdding && (
          <CreateLeadDialog serviceCenter={serviceCenter} onClose={onClose} onOpen={onOpenInstead} />
        )}
        {view.edit && <EditLeadDialog key={view.edit} id={view.edit} onClose={onClose} />}
      </Suspense>
    </Page>
  );
}

function NoLeads({
  filter,
  onAdd,
  onShowActive,
}: {
  filter: 'active' | 'archived';
  onAdd: () => void;
  onShowActive: () => void;
}) {
  const t = useTranslations('leads');
  const isActive = filter === 'active';
  const action = isActive ? (
    <Button onClick={onAdd}>{t('addLead')}</Button>
  ) : (
    <Button variant="default" onClick={onShowActive}>
      {t('showActive')}
    </Button>
  );
  return (
    <EmptyState title={t('empty')} why={t(isActive ? 'emptyActive' : 'emptyArchived')} action={action} />
  );
}
