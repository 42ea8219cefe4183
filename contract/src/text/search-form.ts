/** As in the SQL function search_form. */
const skipped =
  /[\s\-.,()/\u00ad\u061c\u00b7\u200b-\u200f\u2010-\u2015\u2022\u202a-\u202e\u2060-\u2069\u2212]/g;

/**
 * Lower case, Latin digits, one spelling of each letter, no spaces or separators: `206199` is in `Ga 20-6199`. Equals the SQL
 * function search_form.
 */
export function searchForm(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('\u09a4\u09cd\u200d', '\u09ce')
    .replace(/[\u09e6-\u09ef]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6))
    .replace(skipped, '')
    .normalize('NFC');
}
