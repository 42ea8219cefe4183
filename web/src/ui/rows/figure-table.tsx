import { Link, type LinkProps, useNavigate } from '@tanstack/react-router';
import { isValidElement, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import { useFormatter } from 'use-intl';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import classes from './figure-table.module.css';
import { getAriaSort, SortHeader, type Sorting } from './sort-header.tsx';

/** The link to the leads that a number counts. */
export type FigureLink = Pick<LinkProps, 'to' | 'params' | 'search'>;

// `text` stands instead of the number, `label` names the link. A count of 0 opens nothing.
type FigureCell = { count: number; text?: string; link?: FigureLink | undefined; label?: string };

/** A column of a {@link FigureTable}; `sort`: the key by which its header sorts. */
export type FigureColumn<Row, Key extends string = string> = {
  key: string;
  header: ReactNode;
  // The title above neighbouring columns that have it, too.
  group?: string;
  sort?: Key;
  // Tells apart headers that sort, where several have the same text.
  sortLabel?: string;
  cell: (row: Row) => FigureCell | ReactElement | string;
};

type FigureTableProps<Row, Key extends string> = {
  label: string;
  // Narrow columns whose names stay in view, columns of one width, or names that take the room that is left.
  look: 'dense' | 'even' | 'wideNames';
  nameHeader: ReactNode;
  nameSort?: Key;
  name: (row: Row) => ReactNode;
  columns: readonly FigureColumn<Row, Key>[];
  // Undefined while they load.
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  total?: Row | undefined;
  sorting?: Sorting<Key>;
  // A click on the row opens it, as the link of its first figure does.
  rowLink?: (row: Row) => FigureLink | undefined;
  isScrolled?: boolean;
  foot?: ReactNode;
};

const fewestNarrowColumns = 10;

/** Shows a table of numbers, each of which opens what it counts; its names are row headers, its totals the foot. */
export function FigureTable<Row, Key extends string = string>(props: FigureTableProps<Row, Key>) {
  const { label, look, columns, rows, rowKey, total, rowLink, isScrolled, foot } = props;
  const navigate = useNavigate();
  const open = (link: FigureLink) => (event: MouseEvent<HTMLElement>) => {
    const isOnLink = event.target instanceof Element && event.target.closest('a');
    if (!isOnLink) void navigate(link);
  };
  const isNarrow = look === 'dense' && columns.length >= fewestNarrowColumns;
  return (
    <div className={`${classes.frame} ${classes[look]}`} data-scrolled={isScrolled || undefined}>
      <table className={classes.table} data-narrow={isNarrow || undefined}>
        <caption className="visually-hidden">{label}</caption>
        <FigureTableHead {...props} />
        <tbody>
          {rows?.map((row) => {
            const link = rowLink?.(row);
            return (
              <tr key={rowKey(row)} onClick={link && open(link)} data-clickable={link && ''}>
                <FigureTableCells {...props} row={row} />
              </tr>
            );
          }) ?? <LoadingFigures columns={columns.length} />}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              <FigureTableCells {...props} row={total} />
            </tr>
          </tfoot>
        )}
      </table>
      {foot}
    </div>
  );
}

function FigureTableHead<Row, Key extends string>({
  nameHeader,
  nameSort,
  columns,
  sorting,
}: FigureTableProps<Row, Key>) {
  const hasGroups = columns.some(({ group }) => group !== undefined);
  const rowSpan = hasGroups ? 2 : undefined;
  const groupSize = (group: string) => columns.filter((column) => column.group === group).length;
  return (
    <thead>
      <tr>
        <HeadCell header={nameHeader} sort={nameSort} {...{ sorting, rowSpan }} className={classes.name} />
        {columns.map((column, index) =>
          column.group === undefined ? (
            <HeadCell {...column} key={column.key} {...{ sorting, rowSpan }} />
          ) : startsGroup(columns, index) ? (
            <th
              key={column.group}
              scope="colgroup"
              colSpan={groupSize(column.group)}
              className={classes.group}
            >
              {column.group}
            </th>
          ) : null,
        )}
      </tr>
      {hasGroups && (
        <tr>
          {columns.map(
            (column, index) =>
              column.group !== undefined && (
                <HeadCell
                  {...column}
                  key={column.key}
                  sorting={sorting}
                  className={startsGroup(columns, index) ? classes.first : undefined}
                />
              ),
          )}
        </tr>
      )}
    </thead>
  );
}

function startsGroup(columns: readonly { group?: string }[], index: number): boolean {
  const group = columns[index]?.group;
  return group !== undefined && group !== columns[index - 1]?.group;
}

type HeadCellProps<Key extends string> = {
  header: ReactNode;
  sort?: Key | undefined;
  sortLabel?: string;
  sorting: Sorting<Key> | undefined;
  rowSpan?: number | undefined;
  className?: string | undefined;
};

function HeadCell<Key extends string>({
  header,
  sort,
  sortLabel,
  sorting,
  rowSpan,
  className,
}: HeadCellProps<Key>) {
  return (
    <th scope="col" rowSpan={rowSpan} className={className} aria-sort={getAriaSort(sort, sorting)}>
      {sort && sorting ? (
        <SortHeader header={header} label={sortLabel} sort={sort} sorting={sorting} isTight />
      ) : (
        header
      )}
    </th>
  );
}

function FigureTableCells<Row, Key extends string>({
  name,
  columns,
  row,
}: FigureTableProps<Row, Key> & { row: Row }) {
  return (
    <>
      <th scope="row" className={classes.name}>
        {name(row)}
      </th>
      {columns.map(({ key, cell }, index) => (
        <td key={key} className={startsGroup(columns, index) ? classes.first : undefined}>
          <Figure cell={cell(row)} />
        </td>
      ))}
    </>
  );
}

function Figure({ cell }: { cell: FigureCell | ReactElement | string }) {
  const format = useFormatter();
  if (typeof cell === 'string') return <span className={classes.plain}>{cell}</span>;
  if (isValidElement(cell)) return cell;
  const { count, text = format.number(count), link, label } = cell;
  if (count === 0) return <span className={classes.zero}>{text}</span>;
  if (!link) return <span className={classes.plain}>{text}</span>;
  return (
    <Link {...link} className={classes.figure} aria-label={label}>
      {text}
    </Link>
  );
}

function LoadingFigures({ columns }: { columns: number }) {
  return ['45%', '60%', '50%', '55%'].map((width) => (
    <tr key={width}>
      <th scope="row" className={classes.name}>
        <Skeleton width={width} />
      </th>
      <td colSpan={columns} />
    </tr>
  ));
}
