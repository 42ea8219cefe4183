import type { Options } from 'csv-stringify';

/** Spreadsheets skip what is blank or invisible before these, and read the wide and small forms like the ASCII ones. */
const formula = /^(?:[\t\r]|[\s\p{C}]*[=+\-@＝＋－＠﹦﹢﹣﹫])/u;
const harmless = /^(\+\d+|---)$/;

/**
 * RFC 4180 with a byte order mark, so that spreadsheets read Bangla; cells that one would run as a formula are escaped.
 * Line breaks are quoted by `quoted_match`: with a record delimiter set, csv-stringify quotes that one only.
 */
export const csvOptions = {
  bom: true,
  record_delimiter: 'windows',
  quoted_match: /[\r\n]/,
  cast: { string: (text: string) => escapeFormula(text) },
} as const satisfies Options;

/** @returns the text with a leading `'` if a spreadsheet would run it; a phone (`+` and digits) and a lone `---` stay. */
export function escapeFormula(text: string): string {
  return formula.test(text) && !harmless.test(text) ? `'${text}` : text;
}
