import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { useListUrl } from '#web/lib/use-list-url.ts';
import { EmptyState } from '#web/ui/list-states.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageBar } from '#web/ui/page-bar.tsx';
import { useRows } from '#web/ui/use-rows.tsx';
import { auditQuery } from './audit.queries.ts';
import { AuditFilters } from './audit-filters.tsx';
import type { AuditSearch } from './audit-search.ts';
import { AuditTable } from './audit-table.tsx';

/** The audit log, newest first. `tabs` lead to the lists of people. */
export function AuditPage({ search, tabs }: { search: AuditSearch; tabs: ReactNode }) {
  const t = useTranslations('audit');
  const { page, ...narrowing } = search;
  const { narrow } = useListUrl();
  const list = useQuery(auditQuery(search));
  const { entries, totalPages, totalEntryCount, isTotalCapped } = list.data ?? {};
  const turn = useCallback((to: number) => narrow({ page: to }), [narrow]);
  const people = entries?.flatMap(({ actor, subject }) => [actor, subject]);
  const employeeName = people?.find((one) => one?._id === search.employee)?.name;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  const clear = () =>
    narrow({ action: undefined, employee: undefined, startDate: undefined, endDate: undefined });
  const table = useRows({
    list,
    rows: entries,
    page,
    turn,
    isNarrowed,
    onClear: clear,
    empty: <EmptyState title={t('empty')} why={t('emptyWhy')} />,
  });

  return (
    <Page
      title={t('title')}
      total={totalEntryCount}
      isTotalCapped={isTotalCapped}
      tabs={tabs}
      filters={<AuditFilters value={search} employeeName={employeeName} onFilter={narrow} />}
    >
      <AuditTable entries={table.rows} isRefreshing={table.isRefreshing} instead={table.instead} />
      <PageBar
        page={page}
        totalPages={totalPages}
        totalRows={totalEntryCount}
        isTotalCapped={isTotalCapped}
        onPage={turn}
      />
    </Page>
  );
}
