const bengaliStart = 0x0980;
const bengaliEnd = 0x09ff;
const leads = 'ABCDEFGHIJKL';
const trails = 'NOPQRSTUVWXYZ';

/**
 * Spells text in ASCII letters and digits that a trigram index can hold in any database locale: PostgreSQL's trigrams
 * leave out Bengali letters. ASCII stays as it is in lower case; a Bengali character becomes two capitals, any other one
 * seven. No code is part of another, so that one text contains another exactly when their spellings do.
 */
export function spellForSearch(text: string): string {
  let spelled = '';
  for (const character of text.normalize('NFC').toLowerCase()) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) spelled += character;
    else if (code >= bengaliStart && code <= bengaliEnd) {
      const offset = code - bengaliStart;
      spelled += `${leads[Math.floor(offset / trails.length)]}${trails[offset % trails.length]}`;
    } else {
      spelled += `M${inTrails(code, 6)}`;
    }
  }
  return spelled;
}

/** @returns a LIKE pattern that finds `text` in any part of another, as it is written; `%`, `_` and `\` stand for themselves. */
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
