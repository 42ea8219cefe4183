import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { useListUrl } from '#web/lib/use-list-url.ts';
import { EmptyState } from '#web/ui/list-states.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageBar } from '#web/ui/page-bar.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { useRows } from '#web/ui/use-rows.tsx';
import { customerListQuery } from './customers.queries.ts';
import { CustomersTable } from './customers-table.tsx';

const CustomerDialog = lazy(() =>
  import('./customer-dialog.tsx').then((module) => ({ default: module.CustomerDialog })),
);

type CustomersPageProps = {
  search: { search: string; page: number; view?: string };
  /** The way to the leads from which customers come. */
  tabs: ReactNode;
};

/** Who enquired, one customer for each phone number; the leads make them and keep them up. */
export function CustomersPage({ search: { search, page, view }, tabs }: CustomersPageProps) {
  const t = useTranslations('customers');
  const { narrow, open, close } = useListUrl();
  const list = useQuery(customerListQuery({ search, page }));
  const { customers, totalPages, totalCustomerCount, isTotalCapped } = list.data ?? {};
  const turn = useCallback((to: number) => narrow({ page: to }), [narrow]);
  const table = useRows({
    list,
    rows: customers,
    page,
    turn,
    isNarrowed: search !== '',
    onClear: () => narrow({ search: undefined }),
    empty: <EmptyState title={t('empty')} why={t('emptyWhy')} />,
  });
  return (
    <Page
      title={t('title')}
      total={totalCustomerCount}
      isTotalCapped={isTotalCapped}
      tabs={tabs}
      filters={
        <SearchBox
          value={search}
          onSearch={(text) => narrow({ search: text })}
          placeholder={t('searchHint')}
        />
      }
    >
      <CustomersTable
        customers={table.rows}
        isRefreshing={table.isRefreshing}
        onView={(id) => open({ view: id })}
        instead={table.instead}
      />
      <PageBar
        page={page}
        totalPages={totalPages}
        totalRows={totalCustomerCount}
        isTotalCapped={isTotalCapped}
        onPage={turn}
      />
      <Suspense>{view && <CustomerDialog key={view} id={view} onClose={() => close('view')} />}</Suspense>
    </Page>
  );
}
