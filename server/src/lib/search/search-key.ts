const bengaliStart = 0x0980;
const bengaliEnd = 0x09ff;
const heads = 'ABCDEFGHIJKL';
const trails = 'NOPQRSTUVWXYZ';

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

/** In search form, spelled, one per line. */
export function searchKey(texts: readonly (string | null)[]): string {
  return texts
    .map((text) => spellForSearch(searchForm(text ?? '')))
    .filter((text) => text !== '')
    .join('\n');
}

/**
 * In ASCII letters and digits, since PostgreSQL's trigrams leave out Bengali letters. ASCII stays; a Bengali character becomes
 * two capitals, any other seven. No code is part of another: texts contain each other exactly when their spellings do.
 */
export function spellForSearch(form: string): string {
  let spelled = '';
  for (const character of form) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) spelled += character;
    else if (code >= bengaliStart && code <= bengaliEnd) {
      const offset = code - bengaliStart;
      spelled += `${heads[Math.floor(offset / trails.length)]}${trails[offset % trails.length]}`;
    } else {
      spelled += `M${inTrails(code, 6)}`;
    }
  }
  return spelled;
}

/** A LIKE pattern for `text` anywhere; `%`, `_` and `\` are literal. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

function inTrails(value: number, length: number): string {
  let digits = '';
  let rest = value;
  for (let place = 0; place < length; place++) {
    digits = `${trails[rest % trails.length]}${digits}`;
    rest = Math.floor(rest / trails.length);
  }
  return digits;
}
