import { type FocusEvent, type KeyboardEvent, useCallback, useState } from 'react';

const steps: Readonly<Record<string, readonly [rows: number, cells: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** Returns the props of a cell between which arrow keys move the focus. */
export const cellProps = (id: string, active: string | undefined) => ({
  'data-cell': id,
  tabIndex: id === active ? 0 : -1,
});

const cellsOf = (grid: Element): HTMLElement[][] =>
  [...grid.querySelectorAll('tbody tr')]
    .map((row) => [...row.querySelectorAll<HTMLElement>('[data-cell]')])
    .filter((cells) => cells.length > 0);

/**
 * Moves the focus between the cells of a grid by arrow keys, Home and End; Tab enters it once.
 *
 * @param ids of all cells.
 * @param first where Tab enters it until something in it had the focus, or when that is gone.
 * @returns `chosen`: the cell that had the focus last, if it is still there.
 */
export function useGridKeys(ids: readonly string[], first = ids[0]) {
  const [focused, setFocused] = useState<string>();
  const onFocus = useCallback((event: FocusEvent) => {
    const cell = event.target.closest('[data-cell]')?.getAttribute('data-cell');
    if (cell) setFocused(cell);
  }, []);
  const onKeyDown = useCallback((event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const rows = cellsOf(event.currentTarget);
    const target = event.target instanceof HTMLElement ? event.target : event.currentTarget;
    const row = rows.findIndex((cells) => cells.includes(target));
    const cell = rows[row]?.indexOf(target) ?? -1;
    const next = findNext(rows, row, cell, event.key);
    if (!next || row < 0) return;
    event.preventDefault();
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  const chosen = focused !== undefined && ids.includes(focused) ? focused : undefined;
  return { active: chosen ?? first, chosen, gridProps: { onFocus, onKeyDown } };
}

function findNext(
  rows: readonly HTMLElement[][],
  row: number,
  cell: number,
  key: string,
): HTMLElement | undefined {
  if (key === 'Home') return rows[0]?.[0];
  if (key === 'End') return rows.at(-1)?.[0];
  const [down, right] = steps[key] ?? [];
  if (down === undefined || right === undefined) return undefined;
  const wanted = rows[row + down];
  return wanted?.[Math.min(Math.max(cell + right, 0), wanted.length - 1)];
}
