import { toSearchForm } from '#contract/text/search-form.ts';

const bengaliStart = 0x0980;
const bengaliEnd = 0x09ff;
const heads = 'ABCDEFGHIJKL';
const trails = 'NOPQRSTUVWXYZ';

/** Joins texts in search form, spelled for the index, one per line. */
export function buildSearchKey(texts: readonly (string | null)[]): string {
  return texts
    .map((text) => spellForSearch(toSearchForm(text ?? '')))
    .filter((text) => text !== '')
    .join('\n');
}

/**
 * Spells a text in ASCII letters and digits, since PostgreSQL's trigrams leave out Bengali letters. ASCII stays; a Bengali character
 * becomes two capitals, any other seven. No code is part of another: texts contain each other exactly when their spellings do.
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

/** Makes the pattern of `like` for texts that contain this one. */
export function toLikePattern(text: string): string {
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
