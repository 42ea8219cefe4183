import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { downloadLeadsCsv } from '#contract/lead-oversight.ts';
import { mayCall } from '#web/lib/may-call.ts';
import { useListUrl } from '#web/lib/use-list-url.ts';
import { useSession } from '#web/lib/use-session.ts';
import { EmptyState } from '#web/ui/list-states.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageBar } from '#web/ui/page-bar.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { useRows } from '#web/ui/use-rows.tsx';
import { managementFilters, managementListQuery } from './management.queries.ts';
import { ManagementChips } from './management-chips.tsx';
import { ManagementDownload } from './management-download.tsx';
import classes from './management-page.module.css';
import { type ManagementSearch, type ManagementStatus, narrowingNames } from './management-search.ts';
import { ManagementTable } from './management-table.tsx';
import { ManagementTabs } from './management-tabs.tsx';

const LeadDetailsDialog = lazy(() =>
  import('./lead-details-dialog.tsx').then((module) => ({ default: module.LeadDetailsDialog })),
);

type ManagementPageProps = {
  status: ManagementStatus;
  search: ManagementSearch & { serviceCenter?: string };
  /** Narrows the list to a center. */
  centerSelect: ReactNode;
};

/** The leads in a status, or in all of them, as management sees them: search, center, details, history, and for a superAdmin the CSV. */
export function ManagementPage({ status, search: shown, centerSelect }: ManagementPageProps) {
  const t = useTranslations('managementLeads');
  const level = useSession()?.level;
  const { search: typed, page, view } = shown;
  const { narrow, open, close } = useListUrl();
  const { page: _, ...filters } = managementFilters(status, shown);
  const list = useQuery(managementListQuery({ ...filters, page }));
  const { leads, totalPages, totalLeadsCount, isTotalCapped } = list.data ?? {};
  const turn = useCallback((to: number) => narrow({ page: to }), [narrow]);

  const hasRows = totalLeadsCount !== undefined && totalLeadsCount > 0;
  const names = [...narrowingNames, 'search', 'serviceCenter'] as const;
  const isNarrowed = names.some((name) => filters[name] !== undefined);
  const clear = () => narrow(Object.fromEntries(names.map((name) => [name, undefined])));
  const table = useRows({
    list,
    rows: leads,
    page,
    turn,
    isNarrowed,
    onClear: clear,
    empty: <NoneInStatus status={status} />,
  });
  const label = t(`listOf.${status}`);
  return (
    <Page
      title={label}
      total={totalLeadsCount}
      isTotalCapped={isTotalCapped}
      action={hasRows && mayCall(downloadLeadsCsv, level) && <ManagementDownload query={filters} />}
      tabs={<ManagementTabs />}
      filters={
        <>
          <SearchBox
            value={typed}
            onSearch={(text) => narrow({ search: text })}
            placeholder={t('searchHint')}
          />
          {centerSelect}
          <p role="status" className={classes.hint}>
            {typed && !filters.search && t('searchMinimum')}
          </p>
          <ManagementChips
            narrowing={shown}
            employeeName={leads?.[0]?.employee.name}
            onRemove={(names) => narrow(Object.fromEntries(names.map((name) => [name, undefined])))}
          />
        </>
      }
    >
      <ManagementTable
        label={label}
        withStatus={status === 'all'}
        leads={table.rows}
        isRefreshing={table.isRefreshing}
        onView={(id) => open({ view: id })}
        instead={table.instead}
      />
      <PageBar
        page={page}
        totalPages={totalPages}
        totalRows={totalLeadsCount}
        isTotalCapped={isTotalCapped}
        onPage={turn}
      />
      <Suspense>{view && <LeadDetailsDialog key={view} id={view} onClose={() => close('view')} />}</Suspense>
    </Page>
  );
}

function NoneInStatus({ status }: { status: ManagementStatus }) {
  const t = useTranslations('managementLeads');
  return (
    <EmptyState
      title={t('empty')}
      why={t(`emptyWhy.${status}`)}
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/main/managementLeads" {...props} />}>
          {t('otherStatuses')}
        </Button>
      }
    />
  );
}
