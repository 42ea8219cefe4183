import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { EmptyState } from '#web/ui/list-states.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageBar } from '#web/ui/page-bar.tsx';
import { useShortcut } from '#web/ui/shortcuts.tsx';
import { useRows } from '#web/ui/use-rows.tsx';
import { statusListQuery } from './leads.queries.ts';
import { StatusFilters } from './status-filters.tsx';
import { StatusTable } from './status-table.tsx';
import { queryOf, type StatusNarrowing, type StatusView } from './status-view.ts';

const CreateLeadDialog = lazy(() =>
  import('./create-lead-dialog.tsx').then((module) => ({ default: module.CreateLeadDialog })),
);
const MoveLeadDialog = lazy(() =>
  import('./move-lead-dialog.tsx').then((module) => ({ default: module.MoveLeadDialog })),
);

type StatusPageProps = {
  view: StatusView;
  /** Narrows the list; it starts again at page 1 unless a page is given. */
  onFilter: (change: Partial<StatusNarrowing & { page: number }>) => void;
  onOpen: (id: string) => void;
  onAdd: () => void;
  /** Opens a lead in the place of the open modal. */
  onOpenInstead: (id: string) => void;
  /** Closes the open modal. */
  onClose: () => void;
  centerSelect: ReactNode;
  tabs: ReactNode;
};

/** The leads in a status: search and filters, table or cards, and the modals that add a lead and change its status. */
export function StatusPage(props: StatusPageProps) {
  const { view, onFilter, onOpen, onAdd, onOpenInstead, onClose, centerSelect, tabs } = props;
  const t = useTranslations('leadStatus');
  const texts = useTranslations('leads');
  const { status, page, serviceCenter } = view;
  const list = useQuery(statusListQuery(queryOf(view)));
  useShortcut('c', texts('addLead'), onAdd);

  const { leads, totalPages, totalLeadsCount, isTotalCapped } = list.data ?? {};
  const turn = useCallback((to: number) => onFilter({ page: to }), [onFilter]);

  const { dateRange, search, startDate, endDate, serviceID } = queryOf(view);
  const isNarrowed = Boolean(search || startDate || endDate || serviceID || dateRange || serviceCenter);
  const clear = () =>
    onFilter({
      search: '',
      startDate: undefined,
      endDate: undefined,
      serviceID: undefined,
      days: undefined,
      serviceCenter: undefined,
    });
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={onAdd}>
      {texts('addLead')}
    </Button>
  );
  const table = useRows({
    list,
    rows: leads,
    page,
    turn,
    isNarrowed,
    onClear: clear,
    empty: (
      <EmptyState
        title={texts('empty')}
        why={t(`empty.${status}`)}
        action={status === 'pending' && <Button onClick={onAdd}>{texts('addLead')}</Button>}
      />
    ),
  });

  return (
    <Page
      title={texts(`statuses.${status}`)}
      total={totalLeadsCount}
      isTotalCapped={isTotalCapped}
      action={add}
      tabs={tabs}
      filters={
        <StatusFilters
          key={status}
          status={status}
          value={view}
          onFilter={onFilter}
          centerSelect={centerSelect}
        />
      }
    >
      <StatusTable
        status={status}
        leads={table.rows}
        isRefreshing={table.isRefreshing}
        instead={table.instead}
        onOpen={onOpen}
      />
      <PageBar
        page={page}
        totalPages={totalPages}
        totalRows={totalLeadsCount}
        isTotalCapped={isTotalCapped}
        onPage={turn}
      />
      <Suspense>
        {view.isAdding && (
          <CreateLeadDialog serviceCenter={serviceCenter} onClose={onClose} onOpen={onOpenInstead} />
        )}
        {view.lead && <MoveLeadDialog key={view.lead} id={view.lead} onClose={onClose} />}
      </Suspense>
    </Page>
  );
}
