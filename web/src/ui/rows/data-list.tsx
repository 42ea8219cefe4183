import { type CSSProperties, type ReactNode, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { defaultPageSize } from '#contract/business.ts';
import { useDeferredInitialData } from '#web/lib/browser/use-deferred-initial-data.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import classes from './data-list.module.css';
import { NewRowsNotice } from './new-rows.tsx';
import { PageSelect, RowSelect, type RowSelection } from './row-selection.tsx';
import { getAriaSort, SortHeader, type Sorting } from './sort-header.tsx';
import { type Identified, useStableRows } from './stable-rows.ts';
import { useRowKeys } from './use-row-keys.ts';

/** A column of a {@link DataList}; `sort`: the key by which its header sorts. */
export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  width?: string;
  align?: 'end';
  sort?: string;
  hideHeader?: boolean;
};

type DataListProps<Row> = {
  label: string;
  columns: Column<Row>[];
  // Undefined: the first page loads; skeleton rows stand in.
  rows: Row[] | undefined;
  isRefreshing?: boolean;
  card: (row: Row) => ReactNode;
  instead?: ReactNode;
  onOpen?: (row: Row) => void;
  openId?: string;
  sorting?: Sorting;
  selection?: RowSelection<Row>;
  // Its cells have two lines.
  isTall?: boolean;
  // A last page is as high as the others, so that the pages below stay where they are.
  isPaged?: boolean;
};

/**
 * Records as a table with a sticky header, cards on a phone. Others' changes do not move rows while the list is
 * pointed at or has the focus; new rows announce themselves.
 *
 * Exactly one element of each row (and card) carries {@link rowFocusProps}: j, k and the arrow keys walk them, Enter does
 * what that element does.
 */
export function DataList<Row extends Identified>(props: DataListProps<Row>) {
  const isPhone = useIsPhone();
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  const { rows: steadyRows, removedIds: gone, pendingCount: waiting, show } = useStableRows(list, props);
  const rows = useDeferredInitialData(steadyRows);
  const showNew = () => {
    show();
    list.current?.scrollIntoView({ block: 'nearest' });
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[data-row-focus]')?.focus());
  };
  const steady = { ...props, rows, gone };
  return (
    <div
      ref={list}
      className={classes.list}
      aria-busy={props.isRefreshing || !rows}
      data-refreshing={props.isRefreshing || undefined}
      data-tall={props.isTall || undefined}
      data-rows=""
    >
      <NewRowsNotice count={props.instead ? 0 : waiting} onShow={showNew} />
      {isPhone ? <Cards {...steady} /> : <Table {...steady} />}
    </div>
  );
}

/** Marks the one element of a row that keyboard focus walks: what opens the row. */
export const rowFocusProps = { 'data-row-focus': '' };

const noneGone: ReadonlySet<string> = new Set();

/** Shows rows as a table for paper. Who shows it hides it on the screen. */
export function PrintedRows<Row extends Identified>(
  props: Pick<DataListProps<Row>, 'label' | 'columns' | 'sorting' | 'instead'> & { rows: Row[] },
) {
  return <Table {...props} card={() => null} gone={noneGone} />;
}

type SteadyProps<Row> = DataListProps<Row> & {
  gone: ReadonlySet<string>;
};

function Table<Row extends Identified>(props: SteadyProps<Row>) {
  const { label, columns, rows, gone, instead, onOpen, openId, sorting, selection, isPaged } = props;
  const t = useTranslations('ui');
  return (
    <div
      className={classes.frame}
      style={isPaged ? ({ '--page-rows': defaultPageSize + 1 } as CSSProperties) : undefined}
    >
      <table className={classes.table}>
        <caption className="visually-hidden">{rows ? label : t('loading')}</caption>
        <colgroup>
          {selection && <col className={classes.select} data-column="actions" />}
          {columns.map((column) => (
            <col
              key={column.key}
              className={classes.column}
              style={{ '--column': column.width } as CSSProperties}
              data-column={column.key}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            {selection && (
              <td data-column="actions">
                <PageSelect selection={selection} />
              </td>
            )}
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                data-align={column.align}
                data-column={column.key}
                aria-sort={getAriaSort(column.sort, sorting)}
              >
                {column.sort && sorting?.defaults[column.sort] ? (
                  <SortHeader header={column.header} sort={column.sort} sorting={sorting} />
                ) : (
                  <span className={column.hideHeader ? 'visually-hidden' : undefined}>{column.header}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {!instead && !rows && <SkeletonRows columns={columns} isSelectable={selection !== undefined} />}
          {!instead &&
            rows?.map((row) => (
              <TableRow
                key={row._id}
                isGone={gone.has(row._id)}
                isOpen={row._id === openId}
                isSelected={selection?.has(row._id)}
                onOpen={onOpen && (() => onOpen(row))}
              >
                {selection && (
                  <td data-column="actions">
                    <RowSelect row={row} selection={selection} />
                  </td>
                )}
                {columns.map((column) => (
                  <td key={column.key} data-align={column.align} data-column={column.key}>
                    <div className={classes.cell}>{column.cell(row)}</div>
                  </td>
                ))}
              </TableRow>
            ))}
        </tbody>
      </table>
      {instead && <div className={classes.instead}>{instead}</div>}
    </div>
  );
}

type TableRowProps = {
  isGone: boolean;
  isOpen: boolean;
  isSelected?: boolean;
  onOpen?: () => void;
  children: ReactNode;
};

/** Opens a row by a press anywhere but on a control; keyboards and screen readers use the row's control. */
export function openOnPress(onOpen: (() => void) | undefined) {
  if (!onOpen) return {};
  const onClick = (event: React.MouseEvent<HTMLElement>) => {
    const onControl = event.target instanceof Element && event.target.closest('a, button, input, label');
    if (!onControl && !window.getSelection()?.toString()) onOpen();
  };
  return { onClick, 'data-clickable': '' };
}

function TableRow({ isGone, isOpen, isSelected, onOpen, children }: TableRowProps) {
  const t = useTranslations('ui');
  return (
    <tr
      {...openOnPress(onOpen)}
      data-row=""
      data-open={isOpen || undefined}
      data-selected={isSelected || undefined}
      aria-current={isOpen || undefined}
      data-gone={isGone || undefined}
      title={isGone ? t('goneRow') : undefined}
    >
      {children}
    </tr>
  );
}

function SkeletonRows<Row>({ columns, isSelectable }: { columns: Column<Row>[]; isSelectable: boolean }) {
  return rowNumbers.map((at) => (
    <tr key={at}>
      {isSelectable && <td />}
      {columns.map((column) => (
        <td key={column.key} data-align={column.align}>
          <Skeleton width={column.hideHeader ? '40%' : `${45 + ((at * 17) % 40)}%`} />
        </td>
      ))}
    </tr>
  ));
}

function Cards<Row extends Identified>(props: SteadyProps<Row>) {
  const { label, rows, gone, card, instead, onOpen, openId, selection } = props;
  if (instead) return <div className={classes.instead}>{instead}</div>;
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows
        ? rows.map((row) => (
            <li
              key={row._id}
              className={classes.card}
              {...openOnPress(onOpen && (() => onOpen(row)))}
              data-row=""
              data-open={row._id === openId || undefined}
              data-gone={gone.has(row._id) || undefined}
              data-selected={selection?.has(row._id) || undefined}
            >
              {selection ? (
                <div className={classes.selectable}>
                  <RowSelect row={row} selection={selection} />
                  <div>{card(row)}</div>
                </div>
              ) : (
                card(row)
              )}
            </li>
          ))
        : rowNumbers.map((at) => (
            <li key={at} className={classes.card}>
              <Skeleton width="55%" />
              <Skeleton width="80%" />
            </li>
          ))}
    </ul>
  );
}

// Keeps the height of a whole page, so that nothing below jumps.
const rowNumbers = [...Array(defaultPageSize).keys()];
