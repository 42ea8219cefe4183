import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './report-table.module.css';

type Order = 'asc' | 'desc';

type SortHeaderProps = {
  /** How the column is sorted now, if it is. */
  order: Order | undefined;
  /** How a first press sorts it. */
  startsWith: Order;
  onSort: (order: Order) => void;
  /** Its name for screen readers, where the words in it do not say enough. */
  label?: string;
  className?: string;
  rowSpan?: number;
  children: ReactNode;
};

/** The header of a column that can be sorted: a press sorts by it, another turns the order around. */
export function SortHeader({
  order,
  startsWith,
  onSort,
  label,
  className,
  rowSpan,
  children,
}: SortHeaderProps) {
  const Arrow = order === 'asc' ? IconArrowUp : IconArrowDown;
  const next = order ? (order === 'asc' ? 'desc' : 'asc') : startsWith;
  return (
    <th
      scope="col"
      rowSpan={rowSpan}
      className={className}
      aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
    >
      <button type="button" className={classes.sort} aria-label={label} onClick={() => onSort(next)}>
        {children}
        {order && <Arrow size={12} stroke={2} aria-hidden />}
      </button>
    </th>
  );
}
