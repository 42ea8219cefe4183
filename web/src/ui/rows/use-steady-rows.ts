import { useMatch } from '@tanstack/react-router';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { pageSize } from '#contract/business.ts';
import { ownChanges } from '#web/lib/api/own-changes.ts';
import { stringifySearch } from '#web/lib/url/search-params.ts';
import { type Identified, type SteadyRows, settleRows } from './steady-rows.ts';

type Fresh<Row> = {
  rows: Row[] | undefined;
  isRefreshing?: boolean;
};

type Steady<Row> = Omit<SteadyRows<Row>, 'rows'> & {
  rows: Row[] | undefined;
  /** Takes over what waits. */
  show: () => void;
};

const nothingGone: ReadonlySet<string> = new Set();

/**
 * Rows that changes by others do not move under a pointer or focus. Own changes, another page and other filters show at
 * once; so does everything once nobody points at the list.
 */
export function useSteadyRows<Row extends Identified>(
  list: RefObject<HTMLElement | null>,
  { rows, isRefreshing = false }: Fresh<Row>,
): Steady<Row> {
  const view = useMatch({
    strict: false,
    select: ({ pathname, search }) => pathname + stringifySearch(search as Record<string, unknown>),
  });
  const whole = useCallback((all: Row[] | undefined) => ({ rows: all, gone: nothingGone, waiting: 0 }), []);
  const [steady, setSteady] = useState(whole(rows));
  const known = useRef({ rows, isRefreshing, view, changes: ownChanges.count() });

  // Before the browser paints, so that rows which have to wait are never seen.
  useLayoutEffect(() => {
    const before = known.current;
    if (before.rows === rows && before.isRefreshing === isRefreshing && before.view === view) return;
    const isOwn = before.view !== view || before.isRefreshing || ownChanges.isAfter(before.changes);
    known.current = { rows, isRefreshing, view, changes: ownChanges.count() };
    const anchor = isOwn || isRefreshing || !list.current ? undefined : anchorIn(list.current);
    setSteady(({ rows: shown }) =>
      shown && rows && anchor !== undefined
        ? settleRows({ shown, fresh: rows, rowKey: ({ _id }) => _id, anchor, pageSize })
        : whole(rows),
    );
  });

  const show = useCallback(() => setSteady(whole(known.current.rows)), [whole]);
  const isSteady = steady.waiting > 0 || steady.gone.size > 0;
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

  return { ...steady, show };
}

/**
 * @returns the index of the row that is pointed at or has the focus, of both the lower one; -1 when something else of
 * the list is, undefined when nothing of it is.
 */
function anchorIn(list: HTMLElement): number | undefined {
  // On a touch screen the last place that was tapped counts as pointed at for ever.
  const isPointedAt = window.matchMedia('(hover: hover)').matches && list.matches(':hover');
  if (!isPointedAt && !list.contains(document.activeElement)) return undefined;
  const rows = [...list.querySelectorAll('[data-row]')];
  return rows.findLastIndex(
    (row) => (isPointedAt && row.matches(':hover')) || row.contains(document.activeElement),
  );
}
