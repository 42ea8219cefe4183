import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './report-table.module.css';

export type SortOrder = 'asc' | 'desc';

type SortHeaderProps = {
  order: SortOrder | undefined;
  startsWith: SortOrder;
  onSort: (order: SortOrder) => void;
  label?: string;
  className?: string;
  rowSpan?: number;
  children: ReactNode;
};

export function ReportSortHeader({
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
