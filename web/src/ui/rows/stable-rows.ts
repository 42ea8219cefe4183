import { useMatch } from '@tanstack/react-router';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { defaultPageSize } from '#contract/business.ts';
import { ownChanges } from '#web/lib/api/own-changes.ts';
import { omitRecordParams } from '#web/lib/url/preserved-search.ts';
import { stringifySearch } from '#web/lib/url/search-params.ts';

// How long a row that left beside its open record is still seen, in milliseconds.
const goneRowDelay = 1_500;

type Fresh<Row> = {
  rows: Row[] | undefined;
  isRefreshing?: boolean;
  openId?: string;
  most?: number;
  stayInPlace?: StayInPlace<Row>;
};

type StableList<Row> = Omit<StableRows<Row>, 'rows'> & {
  rows: Row[] | undefined;
  show: () => void;
};

const nothingGone: ReadonlySet<string> = new Set();

/**
 * Rows that others' changes do not move under a pointer or focus. Own changes, other pages and filters show at once,
 * all once nobody points at the list. An open row that leaves keeps its place for a moment.
 */
export function useStableRows<Row extends Identified>(
  list: RefObject<HTMLElement | null>,
  { rows, isRefreshing = false, openId, most = defaultPageSize, stayInPlace }: Fresh<Row>,
): StableList<Row> {
  const view = useMatch({
    strict: false,
    select: ({ pathname, search }) =>
      pathname + stringifySearch(omitRecordParams(search as Record<string, unknown>)),
  });
  const whole = useCallback(
    (all: Row[] | undefined) => ({
      rows: all,
      removedIds: nothingGone,
      pendingCount: 0,
      isReordered: false,
    }),
    [],
  );
  const [steady, setSteady] = useState(whole(rows));
  const known = useRef({ rows, isRefreshing, view, changes: ownChanges.count() });

  // Before the paint, so that waiting rows are never seen.
  useLayoutEffect(() => {
    const before = known.current;
    if (before.rows === rows && before.isRefreshing === isRefreshing && before.view === view) return;
    const isOwn = before.view !== view || before.isRefreshing || ownChanges.isAfter(before.changes);
    known.current = { rows, isRefreshing, view, changes: ownChanges.count() };
    const isSameView = before.view === view && !before.isRefreshing && !isRefreshing;
    const pointedAt = isOwn || isRefreshing || !list.current ? undefined : anchorIn(list.current);
    setSteady(({ rows: shown }) => {
      const leftAt = isSameView ? placeLeft(shown, rows, openId) : undefined;
      const anchor = pointedAt ?? leftAt;
      return shown && rows && anchor !== undefined
        ? mergeRows({ shown, fresh: rows, rowKey: ({ _id }) => _id, anchor, pageSize: most, stayInPlace })
        : whole(rows);
    });
  });

  const show = useCallback(() => setSteady(whole(known.current.rows)), [whole]);
  const isSteady = steady.pendingCount > 0 || steady.removedIds.size > 0 || steady.isReordered;
  useEffect(() => {
    const element = list.current;
    if (!element || !isSteady) return;
    const release = () => setTimeout(() => anchorIn(element) === undefined && show());
    element.addEventListener('pointerleave', release);
    element.addEventListener('focusout', release);
    return () => {
      element.removeEventListener('pointerleave', release);
      element.removeEventListener('focusout', release);
    };
  }, [list, isSteady, show]);

  useEffect(() => {
    if (!isSteady || openId === undefined) return;
    const timer = setTimeout(
      () => list.current && anchorIn(list.current) === undefined && show(),
      goneRowDelay,
    );
    return () => clearTimeout(timer);
  }, [list, isSteady, openId, show]);

  return { ...steady, show };
}

function placeLeft<Row extends Identified>(
  shown: readonly Row[] = [],
  rows: readonly Row[] = [],
  openId: string | undefined,
): number | undefined {
  if (openId === undefined || rows.some(({ _id }) => _id === openId)) return undefined;
  const at = shown.findIndex(({ _id }) => _id === openId);
  return at < 0 ? undefined : at;
}

function anchorIn(list: HTMLElement): number | undefined {
  // On touch the last place tapped counts as pointed at for ever.
  const isPointedAt = window.matchMedia('(hover: hover)').matches && list.matches(':hover');
  if (!isPointedAt && !list.contains(document.activeElement)) return undefined;
  const rows = [...list.querySelectorAll('[data-row]')];
  return rows.findLastIndex(
    (row) => (isPointedAt && row.matches(':hover')) || row.contains(document.activeElement),
  );
}

/** A record with an id. */
export type Identified = { _id: string };

type StableRows<Row> = {
  rows: Row[];
  // Keys of rows that left but keep their place until nobody points at the list.
  removedIds: ReadonlySet<string>;
  // New rows that would push others away.
  pendingCount: number;
  // Only where `stayInPlace` is given.
  isReordered: boolean;
};

// How a changed row is shown in the place that it had: as `fresh` itself if it belongs there.
type StayInPlace<Row> = (fresh: Row, shown: Row) => Row;

type RowMerge<Row> = {
  shown: readonly Row[];
  fresh: readonly Row[];
  rowKey: (row: Row) => string;
  anchor: number;
  pageSize: number;
  stayInPlace?: StayInPlace<Row> | undefined;
};

/**
 * Takes over changes without moving the anchor: rows change in place, new ones wait unless last, and a row that left
 * at or above it stays as gone. With `stayInPlace`, the order matters: while it is another one, new rows wait wherever they stand.
 */
export function mergeRows<Row>(merge: RowMerge<Row>): StableRows<Row> {
  const { shown, fresh, rowKey, anchor, pageSize, stayInPlace = (row) => row } = merge;
  const freshByKey = new Map(fresh.map((row) => [rowKey(row), row]));
  const shownKeys = new Set(shown.map(rowKey));
  const isFull = fresh.length >= pageSize;
  const lastKnown = fresh.findLastIndex((row) => shownKeys.has(rowKey(row)));
  const waiting = fresh.slice(0, lastKnown + 1).filter((row) => !shownKeys.has(rowKey(row))).length;

  if (isFull && lastKnown < 0)
    return { rows: [...shown], removedIds: new Set(), pendingCount: fresh.length, isReordered: false };

  // New rows push a full page's last ones to the next page: not gone.
  const lastStaying = shown.findLastIndex((row) => freshByKey.has(rowKey(row)));
  const pushedOutFrom = isFull ? Math.max(lastStaying + 1, shown.length - waiting) : shown.length;

  const gone = new Set<string>();
  const staying = shown.map(rowKey).filter((key) => freshByKey.has(key));
  const inOrder = fresh.map(rowKey).filter((key) => shownKeys.has(key));
  let isReordered = merge.stayInPlace !== undefined && staying.some((key, at) => key !== inOrder[at]);
  const rows = shown.flatMap((row, at) => {
    const key = rowKey(row);
    const now = freshByKey.get(key);
    if (now) {
      const placed = stayInPlace(now, row);
      isReordered ||= placed !== now;
      return [placed];
    }
    if (at >= pushedOutFrom) return [row];
    if (at > anchor) return [];
    gone.add(key);
    return [row];
  });
  const room = Math.max(0, pageSize - rows.length);
  const added = fresh.slice(lastKnown + 1, lastKnown + 1 + room);
  return {
    rows: isReordered ? rows : [...rows, ...added],
    removedIds: gone,
    pendingCount: isReordered ? waiting + added.length : waiting,
    isReordered,
  };
}
