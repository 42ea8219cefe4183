import { fill, messages } from '#contract/call/messages.ts';
import { Refusal } from '#server/lib/refusal.ts';

/** Of one file: bytes, columns, characters of a cell, rows below the headers. */
export const fileLimits = {
  megabytes: 50,
  columns: 200,
  cell: 10_000,
  rows: 100_000,
} as const;

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
export type Separator = ',' | ';' | '\t';

/** `row`: as a spreadsheet numbers it; `cells`: at least one for each header, without blank ones after the last header. */
export type TableRow = { row: number; cells: string[] };

/**
 * A file that was recognised. `encoding` and `separator` are of a CSV; of an XLSX, `sheets` names the visible ones and `sheet` the
 * first that is not empty, which is read. `headers`: the first row that is not blank. `rows` begins anew each time, skips blank rows and throws
 * {@link UnreadableFile}.
 */
export type Table = {
  kind: 'csv' | 'xlsx';
  encoding: Encoding | null;
  separator: Separator | null;
  sheets: readonly string[] | null;
  sheet: string | null;
  headers: string[];
  rows(): AsyncIterable<TableRow>;
};

export type FileFault = Extract<keyof typeof messages, `file${string}`>;

/** Nothing can be imported from this file. Its message is one line for whoever chose it. */
export class UnreadableFile extends Refusal {
  override name = 'UnreadableFile';
  readonly fault: FileFault;

  constructor(fault: FileFault, values: Record<string, number> = {}) {
    super('bad_request', fill(messages[fault], values));
    this.fault = fault;
  }
}

/** Rows in the order of the file; blank ones may be among them. */
type RawRows = () => AsyncGenerator<TableRow>;

/** @throws UnreadableFile where a limit is passed, or there is no row below the headers. */
export async function tableOf(file: Omit<Table, 'headers' | 'rows'>, raw: RawRows): Promise<Table> {
  let top: TableRow | undefined;
  let hasRows = false;
  for await (const each of raw()) {
    if (isBlank(each)) continue;
    hasRows = top !== undefined;
    if (hasRows) break;
    top = checked(each, fileLimits.columns);
  }
  if (!top) throw new UnreadableFile('fileEmpty');
  if (!hasRows) throw new UnreadableFile('fileHeadersOnly');
  const { row: headerRow, cells } = top;
  const headers = trimmed(cells, 0).map((cell) => cell.replace(/\s+/g, ' ').trim());
  return { ...file, headers, rows: () => rowsBelow(raw, headerRow, headers.length) };
}

async function* rowsBelow(raw: RawRows, headerRow: number, width: number): AsyncGenerator<TableRow> {
  let count = 0;
  for await (const each of raw()) {
    if (each.row <= headerRow || isBlank(each)) continue;
    count++;
    if (count > fileLimits.rows) throw new UnreadableFile('fileTooManyRows', { max: fileLimits.rows });
    const { row, cells } = checked(each, Math.max(width, fileLimits.columns));
    yield { row, cells: trimmed(cells, width) };
  }
}

function isBlank({ cells }: TableRow): boolean {
  return cells.every((cell) => cell.trim() === '');
}

function checked(each: TableRow, mostColumns: number): TableRow {
  const { row, cells } = each;
  if (trimmed(cells, 0).length > mostColumns) {
    throw new UnreadableFile('fileTooManyColumns', { max: fileLimits.columns });
  }
  if (cells.some((cell) => cell.length > fileLimits.cell)) {
    throw new UnreadableFile('fileCellTooLong', { row, max: fileLimits.cell });
  }
  return each;
}

/** Filled up or, where more is blank, cut to `width`. */
function trimmed(cells: readonly string[], width: number): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '');
  const length = Math.max(width, last + 1);
  return Array.from({ length }, (_, place) => cells[place] ?? '');
}
