import { fillPlaceholders, messages } from '#contract/call/messages.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { guessHeaderRow, hasNoHeaders } from './guess-headers.ts';

/**
 * Limits of one file: its megabytes, columns, characters that are read of a cell, rows below the headers, and rows with those of
 * blanks alone.
 */
export const fileLimits = {
  megabytes: 50,
  columns: 200,
  cell: 10_000,
  rows: 100_000,
  rowsWithBlank: 150_000,
} as const;

/** An encoding that files of CSV are read in. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
/** A separator between the cells of CSV. */
export type Separator = ',' | ';' | '\t';

/**
 * A row of a file. `row`: as a spreadsheet numbers it; `cells`: at least one for each header, without blank ones after the last
 * header.
 */
export type TableRow = { row: number; cells: string[] };

/**
 * A file that was recognised. `encoding` and `separator` are of a CSV; of an XLSX, `sheets` names the visible ones and `sheet` the
 * first that is not empty, which is read. `top`: the first rows that may hold the headers, which `headerRow` does; it is 0 where none does, and columns are called by their letters. `rows` begins anew
 * each time below the headers, skips blank rows and throws {@link UnreadableFile}.
 */
export type ImportTable = {
  kind: 'csv' | 'xlsx';
  encoding: Encoding | null;
  separator: Separator | null;
  sheets: readonly string[] | null;
  sheet: string | null;
  top: TableRow[];
  headerRow: number;
  headers: string[];
  rows(): AsyncIterable<TableRow>;
};

/** Why a file cannot be read, by the name of its message. */
export type FileFault = Extract<keyof typeof messages, `file${string}`>;

/** A refusal (400) that says why a file cannot be read, made of the name of its message. */
export class UnreadableFile extends Refusal {
  override name = 'UnreadableFile';
  readonly fault: FileFault;
  readonly values: Record<string, number>;

  constructor(fault: FileFault, values: Record<string, number> = {}) {
    super('bad_request', fillPlaceholders(messages[fault], values));
    this.fault = fault;
    this.values = values;
  }
}

type RawRows = () => AsyncGenerator<TableRow>;

const maxTopRows = 10;

/**
 * Finds the headers among raw rows, and makes the table below them.
 *
 * @param headerRow the number of the row with the headers, 0 for none; otherwise they are looked for.
 * @throws UnreadableFile where a limit is passed, the row is none of the first ones, or there is no row below the headers.
 */
export async function createTable(
  file: Omit<ImportTable, 'top' | 'headerRow' | 'headers' | 'rows'>,
  raw: RawRows,
  headerRow?: number,
): Promise<ImportTable> {
  const top: TableRow[] = [];
  for await (const { row, cells } of boundedRows(raw)) {
    if (isBlank(cells)) continue;
    // One more than may hold the headers shows that there is a row below them.
    if (top.push({ row, cells: trimmed(cells, 0) }) > maxTopRows) break;
  }
  if (top.length === 0) throw new UnreadableFile('fileEmpty');
  const first = top.slice(0, maxTopRows);
  if (headerRow === 0 || (headerRow === undefined && hasNoHeaders(first))) {
    const width = Math.max(...top.map(({ cells }) => cells.length));
    requireColumns(Array(width), fileLimits.columns);
    const headers = Array.from({ length: width }, (_, column) => `Column ${columnLetters(column)}`);
    return { ...file, top: top.slice(0, -1), headerRow: 0, headers, rows: () => rowsBelow(raw, 0, width) };
  }
  const found = headerRow === undefined ? guessHeaderRow(first) : first.find(({ row }) => row === headerRow);
  if (!found) throw new UnreadableFile('fileNoSuchHeaders', { max: maxTopRows });
  if (found === top.at(-1)) throw new UnreadableFile('fileHeadersOnly');
  requireColumns(found.cells, fileLimits.columns);
  const headers = found.cells.map((cell) => cell.replace(/\s+/g, ' ').trim());
  return {
    ...file,
    top: top.slice(0, -1),
    headerRow: found.row,
    headers,
    rows: () => rowsBelow(raw, found.row, headers.length),
  };
}

/** Returns what a spreadsheet calls a column, counted from 0: A, B, …, Z, AA. */
function columnLetters(column: number): string {
  const letter = String.fromCharCode('A'.charCodeAt(0) + (column % 26));
  return column < 26 ? letter : columnLetters(Math.floor(column / 26) - 1) + letter;
}

async function* rowsBelow(raw: RawRows, headerRow: number, width: number): AsyncGenerator<TableRow> {
  let count = 0;
  for await (const { row, cells } of boundedRows(raw)) {
    if (row <= headerRow || isBlank(cells)) continue;
    count++;
    if (count > fileLimits.rows) throw new UnreadableFile('fileTooManyRows', { max: fileLimits.rows });
    const whole = trimmed(cells, width);
    requireColumns(whole, Math.max(width, fileLimits.columns));
    yield { row, cells: whole };
  }
}

// Cuts cells to a little more than is read of them: what fits no field is refused where a field is read from it.
async function* boundedRows(raw: RawRows): AsyncGenerator<TableRow> {
  let count = 0;
  for await (const { row, cells } of raw()) {
    if (++count > fileLimits.rowsWithBlank) {
      throw new UnreadableFile('fileTooManyLines', { max: fileLimits.rowsWithBlank });
    }
    yield { row, cells: cells.map((cell) => cutCell(cell)) };
  }
}

function cutCell(cell: string): string {
  return cell.length > fileLimits.cell ? cell.slice(0, fileLimits.cell + 1).toWellFormed() : cell;
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

function requireColumns(cells: readonly string[], maxColumns: number): void {
  if (cells.length > maxColumns) {
    throw new UnreadableFile('fileTooManyColumns', { max: fileLimits.columns });
  }
}

function trimmed(cells: readonly string[], width: number): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '');
  const length = Math.max(width, last + 1);
  return Array.from({ length }, (_, place) => cells[place] ?? '');
}
