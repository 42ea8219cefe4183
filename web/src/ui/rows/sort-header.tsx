import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './sort-header.module.css';

export type SortDirection = 'asc' | 'desc';

/** How a list is sorted, the direction that each key has at first, and how to change it. */
export type Sorting<Key extends string = string> = {
  sort: Key;
  order: SortDirection;
  defaults: Readonly<Partial<Record<Key, SortDirection>>>;
  onSort: (sort: Key, order: SortDirection) => void;
};

/** Returns the `aria-sort` of a column; undefined for one that does not sort. */
export function getAriaSort<Key extends string>(sort: Key | undefined, sorting: Sorting<Key> | undefined) {
  if (!sort || !sorting?.defaults[sort]) return undefined;
  if (sort !== sorting.sort) return 'none';
  return sorting.order === 'asc' ? 'ascending' : 'descending';
}

type SortHeaderProps<Key extends string> = {
  header: ReactNode;
  // Read out instead of the header.
  label?: string | undefined;
  sort: Key;
  sorting: Sorting<Key>;
  // Narrow columns have no room for an arrow by which they are not sorted.
  isTight?: boolean;
};

/** Shows a header that sorts by its column; pressed again, the other way round. */
export function SortHeader<Key extends string>({
  header,
  label,
  sort,
  sorting,
  isTight,
}: SortHeaderProps<Key>) {
  const isCurrent = sorting.sort === sort;
  const usual = sorting.defaults[sort] ?? 'asc';
  const other = sorting.order === 'asc' ? 'desc' : 'asc';
  const Arrow = !isCurrent ? IconArrowsSort : sorting.order === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <button
      type="button"
      className={classes.header}
      aria-label={label}
      data-current={isCurrent || undefined}
      data-tight={isTight || undefined}
      onClick={() => sorting.onSort(sort, isCurrent ? other : usual)}
    >
      {header}
      {(isCurrent || !isTight) && (
        <Arrow className={classes.arrow} size={isTight ? 12 : 14} stroke={2} aria-hidden />
      )}
    </button>
  );
}
