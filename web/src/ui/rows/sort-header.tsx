import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import classes from './sort-header.module.css';

export type Direction = 'asc' | 'desc';

export type Sorting = {
  sort: string;
  order: Direction;
  usual: Readonly<Record<string, Direction>>;
  onSort: (sort: string, order: Direction) => void;
};

export function ariaSort(sort: string | undefined, sorting: Sorting | undefined) {
  if (!sort || !sorting?.usual[sort]) return undefined;
  if (sort !== sorting.sort) return 'none';
  return sorting.order === 'asc' ? 'ascending' : 'descending';
}

type SortHeaderProps = { header: string; sort: string; sorting: Sorting };

/** A header that sorts by its column; pressed again, the other way round. */
export function SortHeader({ header, sort, sorting }: SortHeaderProps) {
  const isCurrent = sorting.sort === sort;
  const usual = sorting.usual[sort] ?? 'asc';
  const other = sorting.order === 'asc' ? 'desc' : 'asc';
  const Arrow = !isCurrent ? IconArrowsSort : sorting.order === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <button
      type="button"
      className={classes.header}
      data-current={isCurrent || undefined}
      onClick={() => sorting.onSort(sort, isCurrent ? other : usual)}
    >
      {header}
      <Arrow className={classes.arrow} size={14} stroke={2} aria-hidden />
    </button>
  );
}
