export type Identified = { _id: string };

/** Rows that stay in place under a pointer or focus. */
export type SteadyRows<Row> = {
  rows: Row[];
  /** Keys of rows that have left the list and keep their place until nobody points at the list. */
  gone: ReadonlySet<string>;
  /** How many new rows wait, since they would push the others away. */
  waiting: number;
};

type Settling<Row> = {
  shown: readonly Row[];
  fresh: readonly Row[];
  rowKey: (row: Row) => string;
  /** The index of the row that is pointed at, or has the focus; -1 for none. */
  anchor: number;
  pageSize: number;
};

/**
 * Takes over changes without moving the row that somebody points at: changed rows change in place, new ones wait unless
 * they come last, and a row that left above or at that place stays there as gone.
 */
export function settleRows<Row>({ shown, fresh, rowKey, anchor, pageSize }: Settling<Row>): SteadyRows<Row> {
  const freshByKey = new Map(fresh.map((row) => [rowKey(row), row]));
  const shownKeys = new Set(shown.map(rowKey));
  const isFull = fresh.length >= pageSize;
  const lastKnown = fresh.findLastIndex((row) => shownKeys.has(rowKey(row)));
  const waiting = fresh.slice(0, lastKnown + 1).filter((row) => !shownKeys.has(rowKey(row))).length;

  if (isFull && lastKnown < 0) return { rows: [...shown], gone: new Set(), waiting: fresh.length };

  // A full page pushes its last rows out when new ones come in above; those are on the next page, not gone.
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
