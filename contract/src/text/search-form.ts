// Spaces, separators and apostrophes, as in the SQL function search_form.
const skipped =
  /[\s\-.,()/'`\u00ad\u00b4\u00b7\u02b9\u02bb\u02bc\u061c\u200b-\u200f\u2010-\u2015\u2018\u2019\u201b\u2022\u202a-\u202e\u2032\u2060-\u2069\u2212\uff07]/g;

const accents = /[\u0300-\u036f]/g;

const plainLetters: Record<string, string> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', ı: 'i' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe' },
};

/**
 * Brings a text into search form: lower case, Latin digits, one spelling of each letter, no accents, apostrophes, spaces or separators:
 * `206199` is in `Ga 20-6199`, `obrien` in `O’Brien` and `jose` in `José`. Equals the SQL function search_form.
 */
export function toSearchForm(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('\u09a4\u09cd\u200d', '\u09ce')
    .replace(/[\u09e6-\u09ef]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6))
    .replace(/[øłđħŧıßæœ]/g, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFD')
    .replace(accents, '')
    .replace(skipped, '')
    .normalize('NFC');
}
