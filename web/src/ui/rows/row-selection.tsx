import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './row-selection.module.css';
import type { Identified } from './stable-rows.ts';

/** The selection of a list, for its check boxes. */
export type RowSelection<Row> = {
  nameOf: (row: Row) => string;
  has: (id: string) => boolean;
  toggle: (id: string, isRange: boolean) => void;
  page: 'all' | 'some' | 'none';
  togglePage: () => void;
};

/** Which rows are chosen, also on other pages. `isAll`: all that the list holds, and `ids` is empty. */
export type ChosenRows = { ids: readonly string[]; isAll: boolean; chooseAll: () => void; clear: () => void };

type State = { view: string; ids: ReadonlySet<string>; isAll: boolean };

/**
 * Keeps which rows of a list are chosen.
 *
 * @param rows of the page on screen.
 * @param view what the list holds, without its page: another one starts with nothing chosen.
 */
export function useRowSelection<Row extends Identified>(
  rows: readonly Row[] = [],
  view: string,
  nameOf: (row: Row) => string,
): RowSelection<Row> & ChosenRows {
  const nothing: State = { view, ids: new Set(), isAll: false };
  const [known, setState] = useState(nothing);
  const last = useRef<string>(undefined);
  const state = known.view === view ? known : nothing;
  const here = rows.map(({ _id }) => _id);
  const has = (id: string) => state.isAll || state.ids.has(id);
  const chosenHere = here.filter(has);
  const isPageChosen = here.length > 0 && chosenHere.length === here.length;

  const set = (ids: readonly string[], isChosen: boolean) => {
    const next = new Set(state.isAll ? here : state.ids);
    for (const id of ids) isChosen ? next.add(id) : next.delete(id);
    setState({ view, ids: next, isAll: false });
  };
  return {
    nameOf,
    has,
    toggle(id, isRange) {
      const [from, to] = [here.indexOf(last.current ?? ''), here.indexOf(id)];
      const range = isRange && from >= 0 ? here.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
      last.current = id;
      set(range, !has(id));
    },
    page: isPageChosen ? 'all' : chosenHere.length > 0 ? 'some' : 'none',
    togglePage: () => set(here, !isPageChosen),
    ids: [...state.ids],
    isAll: state.isAll,
    chooseAll: () => setState({ view, ids: new Set(), isAll: true }),
    clear: () => setState(nothing),
  };
}

type RowSelectProps<Row> = { row: Row; selection: RowSelection<Row> };

/** Chooses a row; with Shift, all from the last one chosen. */
export function RowSelect<Row extends { _id: string }>({ row, selection }: RowSelectProps<Row>) {
  const t = useTranslations('ui');
  return (
    <label className={classes.select}>
      <input
        type="checkbox"
        data-row-select=""
        aria-label={t('selectRow', { name: selection.nameOf(row) })}
        checked={selection.has(row._id)}
        onChange={({ nativeEvent }) =>
          selection.toggle(row._id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  );
}

/** The check box above a list, which chooses all rows of the page. */
export function PageSelect<Row>({ selection }: { selection: RowSelection<Row> }) {
  const t = useTranslations('ui');
  return (
    <label className={classes.select}>
      <input
        type="checkbox"
        ref={(input) => {
          if (input) input.indeterminate = selection.page === 'some';
        }}
        aria-label={t('selectPage')}
        checked={selection.page === 'all'}
        onChange={selection.togglePage}
      />
    </label>
  );
}
