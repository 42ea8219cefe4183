import type { Options } from 'csv-stringify';

const formula = /^[=+\-@\t\r]/;
const harmless = /^(\+\d+|---)$/;

/** RFC 4180 with a byte order mark, so that spreadsheets read Bangla; cells that one would run as a formula are escaped. */
export const csvOptions = {
  bom: true,
  record_delimiter: 'windows',
  cast: { string: (text: string) => escapeFormula(text) },
} as const satisfies Options;

/** @returns the text with a leading `'` if a spreadsheet would run it; a phone (`+` and digits) and a lone `---` stay. */
export function escapeFormula(text: string): string {
  return formula.test(text) && !harmless.test(text) ? `'${text}` : text;
}
