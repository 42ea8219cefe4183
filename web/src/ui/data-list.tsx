import { type ReactNode, useRef } from 'react';
import { useTranslations } from 'use-intl';
import classes from './data-list.module.css';
import { Skeleton } from './skeleton.tsx';
import { useIsPhone } from './use-is-phone.ts';
import { useRowKeys } from './use-row-keys.ts';

/** One column of a list. `cell` renders a row's value; `width` is any CSS width, so that columns keep it while loading. */
export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  width?: string;
  align?: 'end';
  /** Hides the header's text from sight, for a column of buttons. */
  hideHeader?: boolean;
};

type DataListProps<Row> = {
  /** What the list holds, for screen readers. */
  label: string;
  columns: Column<Row>[];
  /** Undefined while the first page loads: skeleton rows at their final height stand in. */
  rows: Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Rows a page; the list keeps the height of so many, so that nothing below it jumps. */
  pageSize: number;
  /** Previous rows that stay while others are fetched. */
  isRefreshing?: boolean;
  /** How a row looks as a card on a phone. */
  card: (row: Row) => ReactNode;
  /** What stands in the list's place when there are no rows: `<EmptyState>`, `<NoMatch>` or `<LoadFailed>`. */
  instead?: ReactNode;
  /** Opens a row when it is clicked anywhere that is no control. */
  onOpen?: (row: Row) => void;
};

/**
 * A list of records: a table with a sticky header on a desktop, cards on a phone.
 *
 * Exactly one element of each row (and of each card) carries {@link rowFocus}: j, k and the arrow keys move the focus between
 * them, Enter does what that element does.
 */
export function DataList<Row>(props: DataListProps<Row>) {
  const isPhone = useIsPhone();
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  return (
    <div
      ref={list}
      className={classes.list}
      aria-busy={props.isRefreshing || !props.rows}
      data-refreshing={props.isRefreshing || undefined}
    >
      {isPhone ? <Cards {...props} /> : <Table {...props} />}
    </div>
  );
}

/** Spread on the one element of a row that keyboard focus walks: the link or button that opens the row. */
export const rowFocus = { 'data-row-focus': '' };

function Table<Row>({ label, columns, rows, rowKey, pageSize, instead, onOpen }: DataListProps<Row>) {
  const t = useTranslations('ui');
  return (
    <div className={classes.frame} style={{ minHeight: `calc(${pageSize + 1} * var(--row))` }}>
      <table className={classes.table}>
        <caption className="visually-hidden">{rows ? label : t('loading')}</caption>
        <colgroup>
          {columns.map((column) => (
            <col key={column.key} style={{ width: column.width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-align={column.align}>
                <span className={column.hideHeader ? 'visually-hidden' : undefined}>{column.header}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {!instead && !rows && <SkeletonRows columns={columns} pageSize={pageSize} />}
          {!instead &&
            rows?.map((row) => (
              <TableRow key={rowKey(row)} onOpen={onOpen && (() => onOpen(row))}>
                {columns.map((column) => (
                  <td key={column.key} data-align={column.align}>
                    {column.cell(row)}
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

function TableRow({ onOpen, children }: { onOpen?: () => void; children: ReactNode }) {
  // The row's own control opens it for keyboards and screen readers; the click on the rest of the row is a comfort for mice.
  const open = (event: React.MouseEvent<HTMLElement>) => {
    const onControl = event.target instanceof Element && event.target.closest('a, button, input, label');
    if (!onControl && !window.getSelection()?.toString()) onOpen?.();
  };
  return (
    <tr onClick={onOpen && open} data-clickable={onOpen ? '' : undefined}>
      {children}
    </tr>
  );
}

function SkeletonRows<Row>({ columns, pageSize }: { columns: Column<Row>[]; pageSize: number }) {
  return rowNumbers(pageSize).map((at) => (
    <tr key={at}>
      {columns.map((column) => (
        <td key={column.key} data-align={column.align}>
          <Skeleton width={column.hideHeader ? '40%' : `${45 + ((at * 17) % 40)}%`} />
        </td>
      ))}
    </tr>
  ));
}

function Cards<Row>({ label, rows, rowKey, pageSize, card, instead }: DataListProps<Row>) {
  if (instead) return <div className={classes.instead}>{instead}</div>;
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows
        ? rows.map((row) => (
            <li key={rowKey(row)} className={classes.card}>
              {card(row)}
            </li>
          ))
        : rowNumbers(pageSize).map((at) => (
            <li key={at} className={classes.card}>
              <Skeleton width="55%" />
              <Skeleton width="80%" />
            </li>
          ))}
    </ul>
  );
}

const rowNumbers = (count: number) => [...Array(count).keys()];
