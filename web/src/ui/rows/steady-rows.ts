export type Identified = { _id: string };

/** Rows that stay under a pointer or focus. */
export type SteadyRows<Row> = {
  rows: Row[];
  /** Keys of rows that left but keep their place until nobody points at the list. */
  gone: ReadonlySet<string>;
  /** New rows that would push others away. */
  waiting: number;
};

type Settling<Row> = {
  shown: readonly Row[];
  fresh: readonly Row[];
  rowKey: (row: Row) => string;
  /** Index of the row pointed at or focused; -1 for none. */
  anchor: number;
  pageSize: number;
};

/**
 * Takes over changes without moving the anchor: rows change in place, new ones wait unless last, and a row that left
 * at or above it stays as gone.
 */
export function settleRows<Row>({ shown, fresh, rowKey, anchor, pageSize }: Settling<Row>): SteadyRows<Row> {
  const freshByKey = new Map(fresh.map((row) => [rowKey(row), row]));
  const shownKeys = new Set(shown.map(rowKey));
  const isFull = fresh.length >= pageSize;
  const lastKnown = fresh.findLastIndex((row) => shownKeys.has(rowKey(row)));
  const waiting = fresh.slice(0, lastKnown + 1).filter((row) => !shownKeys.has(rowKey(row))).length;

  if (isFull && lastKnown < 0) return { rows: [...shown], gone: new Set(), waiting: fresh.length };

  // New rows push a full page's last ones to the next page: not gone.
  const lastStaying = shown.findLastIndex((row) => freshByKey.has(rowKey(row)));
  const pushedOutFrom = isFull ? Math.max(lastStaying + 1, shown.length - waiting) : shown.length;

  const gone = new Set<string>();
  const rows = shown.flatMap((row, at) => {
    const key = rowKey(row);
    const now = freshByKey.get(key);
    if (now) return [now];
    if (at >= pushedOutFrom) return [row];
    if (at > anchor) return [];
    gone.add(key);
    return [row];
  });
  const room = Math.max(0, pageSize - rows.length);
  return { rows: [...rows, ...fresh.slice(lastKnown + 1, lastKnown + 1 + room)], gone, waiting };
}
