import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePageEnd } from '#web/lib/use-page-end.ts';
import { LoadFailed, NoMatch } from './list-states.tsx';

type PagedList<Row> = {
  list: UseQueryResult<{ totalPages: number }>;
  /** What the list has in its answer. */
  rows: Row[] | undefined;
  /** The page that the URL names. */
  page: number;
  turn: (page: number) => void;
  /** Search or filters are in force; `onClear` lifts them. */
  isNarrowed?: boolean;
  onClear?: () => void;
  /** What stands there when there is nothing at all. */
  empty: ReactNode;
};

type Rows<Row> = {
  /** Undefined while they load. */
  rows: Row[] | undefined;
  /** These belong to the filters before. */
  isRefreshing: boolean;
  /** What stands in the place of the rows: why there are none, or that they could not be loaded. */
  instead: ReactNode;
};

/**
 * What a list shows page by page: rows, that they load, or why there are none. Past its end it turns back to its last page.
 */
export function useRows<Row>({ list, rows, page, turn, ...none }: PagedList<Row>): Rows<Row> {
  const isRefreshing = list.isPlaceholderData;
  const isPastEnd = usePageEnd(
    { page, totalPages: list.data?.totalPages, rows, isPlaceholder: isRefreshing },
    turn,
  );
  if (isPastEnd) return { rows: undefined, isRefreshing, instead: undefined };
  return { rows, isRefreshing, instead: insteadOf(list, rows, none) };
}

function insteadOf(
  list: PagedList<unknown>['list'],
  rows: readonly unknown[] | undefined,
  { isNarrowed, onClear, empty }: Pick<PagedList<unknown>, 'isNarrowed' | 'onClear' | 'empty'>,
): ReactNode {
  if (list.error && !rows) return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />;
  if (rows?.length !== 0) return undefined;
  return isNarrowed && onClear ? <NoMatch onClear={onClear} /> : empty;
}
