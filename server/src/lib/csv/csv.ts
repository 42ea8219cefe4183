import type { Readable } from 'node:stream';
import { type Options, stringify } from 'csv-stringify';

const signs = '=+\\-@＝＋－＠﹦﹢﹣﹫';
const formula = new RegExp(`^(?:[\\t\\r]|[\\s\\p{C}]*[${signs}])`, 'u');
const harmless = /^(\+\d+|---)$/;
const quoted = /[",\r\n]/;
const byteOrderMark = '\ufeff';

/**
 * Options for CSV by RFC 4180 with a byte order mark, for Bangla in spreadsheets. `quoted_match` quotes every line break: csv-stringify
 * alone quotes only the record delimiter.
 */
export const csvOptions = {
  bom: true,
  record_delimiter: 'windows',
  quoted_match: /[\r\n]/,
  cast: { string: (text: string) => escapeFormula(text) },
} as const satisfies Options;

/** Makes a stream of CSV with a header, with formulas escaped. */
export function createCsv(columns: readonly string[], rows: (string | number)[][]): Readable {
  return stringify(rows, { ...csvOptions, header: true, columns: [...columns] });
}

/** Returns the text with `'` before what a spreadsheet would run; phones (`+` and digits) and a lone `---` stay. */
export function escapeFormula(text: string): string {
  return formula.test(text) && !harmless.test(text) ? `'${text}` : text;
}

/** Returns a cell without the `'` that {@link escapeFormula} put before it. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && escapeFormula(cell.slice(1)) === cell ? cell.slice(1) : cell;
}

/** Formats the first line of a CSV file, with a byte order mark. */
export function formatCsvHeader(columns: readonly string[]): Buffer {
  return Buffer.from(`${byteOrderMark}${columns.map(formatCsvCell).join(',')}\r\n`);
}

/** Formats a line of CSV, with formulas escaped. */
export function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map(formatCsvCell).join(',')}\r\n`;
}

/** Formats a cell of CSV, with a formula escaped. */
export function formatCsvCell(text: string): string {
  const cell = escapeFormula(text);
  return quoted.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

const unsure = new RegExp(`[\\s\\p{C}",\\\\${signs}]`, 'u');
const unknownStart = 0;
const sureStart = 1;
const unsureStart = 2;
const starts = new Uint8Array(65_536);

/**
 * Tells whether {@link escapeFormula} leaves a cell alone for sure, by its first character, which is no comma, quote or backslash
 * either. False beyond the first plane.
 */
export function isHarmlessStart(bytes: Buffer, at: number): boolean {
  const code = codeAt(bytes, at);
  const known = starts[code];
  if (known !== unknownStart) return known === sureStart;
  const isSure = code !== 0 && !unsure.test(String.fromCharCode(code));
  starts[code] = isSure ? sureStart : unsureStart;
  return isSure;
}

function codeAt(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return first;
  const second = (bytes[at + 1] ?? 0) & 0x3f;
  if (first < 0xe0) return ((first & 0x1f) << 6) | second;
  if (first < 0xf0) return ((first & 0x0f) << 12) | (second << 6) | ((bytes[at + 2] ?? 0) & 0x3f);
  return 0;
}
