import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import classes from './sort-header.module.css';

export type SortDirection = 'asc' | 'desc';

export type Sorting = {
  sort: string;
  order: SortDirection;
  defaults: Readonly<Record<string, SortDirection>>;
  onSort: (sort: string, order: SortDirection) => void;
};

export function getAriaSort(sort: string | undefined, sorting: Sorting | undefined) {
  if (!sort || !sorting?.defaults[sort]) return undefined;
  if (sort !== sorting.sort) return 'none';
  return sorting.order === 'asc' ? 'ascending' : 'descending';
}

type SortHeaderProps = { header: string; sort: string; sorting: Sorting };

/** A header that sorts by its column; pressed again, the other way round. */
export function SortHeader({ header, sort, sorting }: SortHeaderProps) {
  const isCurrent = sorting.sort === sort;
  const usual = sorting.defaults[sort] ?? 'asc';
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
