import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { ListPage } from '#web/lib/api/endpoint-query.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { type Filter, FilterBar } from '#web/ui/filter/filters.tsx';
import { Page } from '#web/ui/frame/page.tsx';
import { type Column, DataList, PrintedRows } from '#web/ui/rows/data-list.tsx';
import type { RowSelection } from '#web/ui/rows/row-selection.tsx';
import type { Sorting } from '#web/ui/rows/sort-header.tsx';
import type { Identified } from '#web/ui/rows/stable-rows.ts';
import { LoadFailed, NoMatch } from './list-states.tsx';
import { PageBar } from './page-bar.tsx';
import { PrintedList, usePrintedList } from './printed-list.tsx';

/** The query, columns and states of a list of records. */
export type RecordListProps<Row extends Identified> = {
  label: string;
  list: UseQueryResult<ListPage<Row>>;
  page: number;
  columns: Column<Row>[];
  card: (row: Row) => ReactNode;
  onOpen?: (row: Row) => void;
  openId?: string;
  sorting?: Sorting;
  selection?: RowSelection<Row>;
  isTall?: boolean;
  filters?: readonly Filter[];
  empty?: ReactNode;
  elsewhere?: ReactNode;
};

/** Shows a page of records with its states; past its end it turns to the last page. */
export function RecordList<Row extends Identified>(props: RecordListProps<Row>) {
  const { list, page, filters = [], empty, elsewhere, ...table } = props;
  const { setFilters: narrow, correctUrl: settle } = useListUrl();
  const { rows, total, totalPages = 0, isTotalCapped } = list.data ?? {};
  const isRefreshing = list.isPlaceholderData;
  const lastPage = Math.max(1, totalPages);
  const isPastEnd = rows?.length === 0 && page > lastPage;
  useEffect(() => {
    if (isPastEnd && !isRefreshing) settle({ page: lastPage });
  }, [isPastEnd, isRefreshing, settle, lastPage]);

  const names = filters.flatMap((filter) => filter.names);
  const clear = () => narrow(Object.fromEntries(names.map((name) => [name, undefined])));
  const none = filters.some(({ isOn }) => isOn) ? <NoMatch onClear={clear}>{elsewhere}</NoMatch> : empty;
  const failed = list.error && !rows && <LoadFailed error={list.error} onRetry={() => void list.refetch()} />;
  const printed = usePrintedList(list.data);
  return (
    <>
      {printed && list.data && (
        <PrintedList printed={printed} shown={list.data}>
          <PrintedRows
            label={table.label}
            columns={table.columns}
            sorting={table.sorting}
            rows={printed.rows ?? list.data.rows}
            instead={list.data.rows.length === 0 && none}
          />
        </PrintedList>
      )}
      <div className={printed ? 'screen-only' : 'as-content'}>
        <DataList
          {...table}
          isPaged={totalPages > 1}
          rows={isPastEnd ? undefined : rows}
          isRefreshing={isRefreshing}
          instead={failed || (rows?.length === 0 && !isPastEnd && none)}
        />
        <PageBar
          page={page}
          totalPages={list.data?.totalPages}
          totalRows={total}
          isTotalCapped={isTotalCapped}
          onPage={(to) => narrow({ page: to })}
        />
      </div>
    </>
  );
}

type ListScreenProps<Row extends Identified> = Omit<RecordListProps<Row>, 'label'> & {
  title: string;
  label?: string;
  action?: ReactNode;
  tabs?: ReactNode;
  children?: ReactNode;
};

/** Shows a screen that is a list; `useListUrl` keeps its URL. For more, compose `Page`, `FilterBar` and `RecordList`. */
export function ListScreen<Row extends Identified>(props: ListScreenProps<Row>) {
  const { title, label = title, action, tabs, children, ...records } = props;
  const { total, isTotalCapped } = records.list.data ?? {};
  return (
    <Page
      title={title}
      total={total}
      isTotalCapped={isTotalCapped}
      action={action}
      tabs={tabs}
      filters={records.filters && <FilterBar filters={records.filters} />}
    >
      <RecordList label={label} {...records} />
      {children}
    </Page>
  );
}
