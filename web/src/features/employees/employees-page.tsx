import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { Level } from '#contract/levels.ts';
import { useListUrl } from '#web/lib/use-list-url.ts';
import { EmptyState } from '#web/ui/list-states.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageBar } from '#web/ui/page-bar.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { useRows } from '#web/ui/use-rows.tsx';
import { useEmployeeDialogs } from './employee-dialogs.tsx';
import { EmployeeTabs } from './employee-tabs.tsx';
import { employeeListQuery } from './employees.queries.ts';
import type { EmployeesSearch } from './employees-search.ts';
import { EmployeesTable } from './employees-table.tsx';
import { InviteLink } from './invite-link.tsx';

type EmployeesPageProps = {
  level: Level;
  search: EmployeesSearch;
  /** What narrows the list beside the search. */
  filters?: ReactNode;
};

/** The employees of a level, to assign and unassign. */
export function EmployeesPage({ level, search: shown, filters }: EmployeesPageProps) {
  const t = useTranslations('employees');
  const { search, page } = shown;
  const { narrow } = useListUrl();
  const list = useQuery(employeeListQuery(level, search, page));
  const { employees, totalPages, totalEmployeeCount } = list.data ?? {};
  const turn = useCallback((to: number) => narrow({ page: to }), [narrow]);
  const table = useRows({
    list,
    rows: employees,
    page,
    turn,
    isNarrowed: search !== '',
    onClear: () => narrow({ search: '' }),
    empty: <NobodyHere level={level} />,
  });
  const { dialogs, ...actions } = useEmployeeDialogs(shown, employees);
  const label = t(`levels.${level}`);

  return (
    <Page
      title={label}
      total={totalEmployeeCount}
      action={<InviteLink />}
      tabs={<EmployeeTabs />}
      filters={
        <>
          <SearchBox
            value={search}
            onSearch={(text) => narrow({ search: text })}
            placeholder={t('searchHint')}
          />
          {filters}
        </>
      }
    >
      <EmployeesTable
        label={label}
        level={level}
        employees={table.rows}
        isRefreshing={table.isRefreshing}
        {...actions}
        instead={table.instead}
      />
      <PageBar page={page} totalPages={totalPages} totalRows={totalEmployeeCount} onPage={turn} />
      {dialogs}
    </Page>
  );
}

function NobodyHere({ level }: { level: Level }) {
  const t = useTranslations('employees');
  return (
    <EmptyState
      title={t('empty')}
      why={t(`emptyWhy.${level}`)}
      action={
        level === 'unassigned' ? (
          <InviteLink />
        ) : (
          <Button variant="default" renderRoot={(props) => <Link to="/main/unassigned" {...props} />}>
            {t('toUnassigned')}
          </Button>
        )
      }
    />
  );
}
